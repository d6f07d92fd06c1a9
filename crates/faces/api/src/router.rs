//! All routes in one place.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get};
use candor_gateway::Gateway;
use candor_registry_client::SharedCatalogue;
use candor_web::HostCheck;
use http::{Method, Uri};
use tokio_util::sync::CancellationToken;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::guard::RequestGuard;
use crate::problem::{ApiProblem, ProblemKind};
use crate::roles::RouteRoles;
use crate::{annotations, approvals, audit, catalogue, document, drift, environments, equipped};
use crate::{
    guard, index, notes, policy, sign_in_links, sources, suggestions, tokens, tools, toolsets,
    verifications,
};

/// The prefix of every path.
pub(crate) const PREFIX: &str = "/api/v1";

/// Settings of the API.
#[derive(Clone, Debug)]
pub struct ApiConfig {
    /// The allowed hosts and origins.
    pub hosts: HostCheck,
    /// Once cancelled, streams end; requests go on.
    pub shutdown: CancellationToken,
    /// How often an idle stream sends a keep-alive and checks that its reader is still authorized.
    pub keep_alive: Duration,
    /// The servers that could be added; none where no registry is configured.
    pub catalogue: Option<Arc<SharedCatalogue>>,
}

/// State shared by all handlers.
#[derive(Clone)]
pub(crate) struct ApiState {
    pub(crate) gateway: Gateway,
    pub(crate) document: Arc<str>,
    pub(crate) shutdown: CancellationToken,
    pub(crate) keep_alive: Duration,
    pub(crate) catalogue: Option<Arc<SharedCatalogue>>,
}

/// The routes under `/api/v1`. Has no fallback, so that it can be merged into another router:
/// unknown paths under the prefix are a regular route.
pub fn router(gateway: Gateway, config: ApiConfig) -> Router {
    let (routes, mut described) = routes().split_for_parts();
    let guard = RequestGuard {
        hosts: config.hosts,
        gateway: gateway.clone(),
        needed: RouteRoles::of(&mut described),
    };
    let api = ApiState {
        gateway,
        document: document::text(described).into(),
        shutdown: config.shutdown,
        keep_alive: config.keep_alive,
        catalogue: config.catalogue,
    };
    routes
        .route("/api/v1/", get(index::index))
        .method_not_allowed_fallback(no_method)
        .route("/api/v1/{*path}", any(no_route))
        .with_state(api)
        .route_layer(from_fn_with_state(Arc::new(guard), guard::check_request))
}

/// The routes with their descriptions.
pub(crate) fn routes() -> OpenApiRouter<ApiState> {
    let routes = OpenApiRouter::default()
        .routes(routes!(index::index))
        .routes(routes!(index::openapi))
        .routes(routes!(tools::list_tools))
        .routes(routes!(tools::show_tool))
        .routes(routes!(annotations::list_annotations))
        .routes(routes!(
            annotations::show_annotation,
            annotations::amend::amend_annotation,
            annotations::amend::withdraw_annotation
        ))
        .routes(routes!(suggestions::list_suggestions))
        .routes(routes!(suggestions::accept_suggestions))
        .routes(routes!(
            environments::list_environments,
            environments::create_environment
        ))
        .routes(routes!(
            environments::show_environment,
            environments::edit_environment,
            environments::delete_environment
        ))
        .routes(routes!(
            environments::variables::set_variable,
            environments::variables::remove_variable
        ))
        .routes(routes!(
            toolsets::list_toolsets,
            toolsets::create::create_toolset
        ))
        .routes(routes!(
            toolsets::show_toolset,
            toolsets::edit::edit_toolset,
            toolsets::delete_toolset
        ))
        .routes(routes!(toolsets::members::change_members))
        .routes(routes!(toolsets::create::clone_toolset))
        .routes(routes!(toolsets::versions::list_toolset_versions))
        .routes(routes!(toolsets::versions::restore_toolset))
        .routes(routes!(equipped::show_equipped, equipped::equip))
        .routes(routes!(
            notes::list::list_toolset_notes,
            notes::add::add_toolset_notes
        ))
        .routes(routes!(
            notes::edit::edit_toolset_note,
            notes::edit::remove_toolset_note
        ))
        .routes(routes!(notes::list::list_notes, notes::add::add_notes))
        .routes(routes!(notes::edit::edit_note, notes::edit::remove_note))
        .routes(routes!(drift::list_drift))
        .routes(routes!(drift::accept_drift))
        .routes(routes!(drift::show_drift))
        .routes(routes!(
            verifications::list_verifications,
            verifications::save_verifications
        ))
        .routes(routes!(verifications::forget_verifications))
        .routes(routes!(approvals::list::list_approvals))
        .routes(routes!(approvals::events::follow_approvals))
        .routes(routes!(approvals::standing::list_standing_approvals))
        .routes(routes!(
            approvals::standing::show_standing_approval,
            approvals::standing::revoke_standing_approval
        ))
        .routes(routes!(approvals::show::show_approval))
        .routes(routes!(approvals::decide::decide_approval))
        .routes(routes!(approvals::reveal::reveal_approval))
        .routes(routes!(approvals::answer_link::create_answer_link))
        .merge(policy_routes())
        .routes(routes!(tokens::list_tokens, tokens::create_token))
        .routes(routes!(tokens::revoke_token))
        .routes(routes!(sign_in_links::create_sign_in_link))
        .routes(routes!(sources::list_sources, sources::change::add_source))
        .routes(routes!(sources::change::preview_source))
        .routes(routes!(
            sources::show_source,
            sources::change::edit_source,
            sources::change::remove_source
        ))
        .routes(routes!(sources::change::restart_source))
        .routes(routes!(sources::refusals::list_refusals))
        .routes(routes!(catalogue::search_catalogue))
        .routes(routes!(
            catalogue::show::show_server,
            catalogue::add::add_server
        ))
        .routes(routes!(audit::calls::list_calls))
        .routes(routes!(audit::changes::list_changes));
    OpenApiRouter::with_openapi(document::head()).nest(PREFIX, routes)
}

/// The routes of rules and preferences.
fn policy_routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::default()
        .routes(routes!(policy::show_policy))
        .routes(routes!(
            policy::preferences::show_preferences,
            policy::preferences::state_preferences
        ))
        .routes(routes!(
            policy::preferences::show_toolset_preferences,
            policy::preferences::state_toolset_preferences
        ))
        .routes(routes!(policy::rules::list_rules))
        .routes(routes!(policy::rules::preview::preview_rule))
        .routes(routes!(
            policy::rules::show_rule,
            policy::rules::save_rule,
            policy::rules::remove_rule
        ))
}

// === impl ApiConfig ===

impl Default for ApiConfig {
    /// For clients on this machine, as long as it runs.
    fn default() -> Self {
        Self {
            hosts: HostCheck::default(),
            shutdown: CancellationToken::new(),
            keep_alive: Duration::from_secs(15),
            catalogue: None,
        }
    }
}

async fn no_route(uri: Uri) -> ApiProblem {
    let path: String = uri.path().chars().take(200).collect();
    ApiProblem::new(
        ProblemKind::Unknown,
        format!("there is nothing at `{path}`; `GET {PREFIX}` shows what there is"),
    )
}

async fn no_method(method: Method) -> ApiProblem {
    ApiProblem::new(
        ProblemKind::Method,
        format!("`{method}` is not possible here; the header `Allow` says what is"),
    )
}
