//! All routes in one place.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get};
use candor_gateway::Gateway;
use candor_web::HostCheck;
use http::{Method, Uri};
use tokio_util::sync::CancellationToken;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::guard::RequestGuard;
use crate::problem::{ApiProblem, ProblemKind};
use crate::roles::RouteRoles;
use crate::{annotations, approvals, audit, document, drift, environments, equipped, guard, index};
use crate::{notes, policy, sources, suggestions, tokens, tools, toolsets};

/// What every path begins with.
pub(crate) const PREFIX: &str = "/api/v1";

/// How the API is served.
#[derive(Clone, Debug)]
pub struct ApiConfig {
    /// Who may be addressed, and from where.
    pub hosts: HostCheck,
    /// Once cancelled, streams end; requests go on.
    pub shutdown: CancellationToken,
    /// How often a silent stream sends a sign of life and checks that its reader is still allowed.
    pub keep_alive: Duration,
}

/// What every handler knows.
#[derive(Clone)]
pub(crate) struct ApiState {
    pub(crate) gateway: Gateway,
    pub(crate) document: Arc<str>,
    pub(crate) shutdown: CancellationToken,
    pub(crate) keep_alive: Duration,
}

/// Everything under `/api/v1`. It has no fallback of its own, so that it can be merged into
/// another router: unknown paths under the prefix are a route like any other.
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
    };
    routes
        .route("/api/v1/", get(index::index))
        .method_not_allowed_fallback(no_method)
        .route("/api/v1/{*path}", any(no_route))
        .with_state(api)
        .route_layer(from_fn_with_state(Arc::new(guard), guard::door))
}

/// The routes with their descriptions.
pub(crate) fn routes() -> OpenApiRouter<ApiState> {
    let routes = OpenApiRouter::default()
        .routes(routes!(index::index))
        .routes(routes!(index::openapi))
        .routes(routes!(tools::list::list))
        .routes(routes!(tools::show::show))
        .routes(routes!(annotations::list::list))
        .routes(routes!(
            annotations::show::show,
            annotations::amend::amend,
            annotations::withdraw::withdraw
        ))
        .routes(routes!(suggestions::list::list))
        .routes(routes!(suggestions::accept::accept))
        .routes(routes!(
            environments::list::list,
            environments::create::create
        ))
        .routes(routes!(
            environments::show::show,
            environments::edit::edit,
            environments::delete::delete
        ))
        .routes(routes!(
            environments::variables::set,
            environments::variables::remove
        ))
        .routes(routes!(toolsets::list::list, toolsets::create::create))
        .routes(routes!(
            toolsets::show::show,
            toolsets::edit::edit,
            toolsets::delete::delete
        ))
        .routes(routes!(toolsets::members::merge))
        .routes(routes!(toolsets::clone::clone))
        .routes(routes!(toolsets::versions::list))
        .routes(routes!(toolsets::restore::restore))
        .routes(routes!(equipped::show, equipped::equip))
        .routes(routes!(notes::list::in_toolset, notes::add::in_toolset))
        .routes(routes!(notes::edit::in_toolset, notes::remove::in_toolset))
        .routes(routes!(notes::list::everywhere, notes::add::everywhere))
        .routes(routes!(notes::edit::everywhere, notes::remove::everywhere))
        .routes(routes!(drift::list::list))
        .routes(routes!(drift::accept::accept))
        .routes(routes!(drift::show::show))
        .routes(routes!(approvals::list::list))
        .routes(routes!(approvals::events::events))
        .routes(routes!(approvals::standing::list))
        .routes(routes!(
            approvals::standing::show,
            approvals::standing::revoke
        ))
        .routes(routes!(approvals::show::show))
        .routes(routes!(approvals::decide::decide))
        .routes(routes!(policy::show::show))
        .routes(routes!(
            policy::preferences::of_house,
            policy::preferences::state_of_house
        ))
        .routes(routes!(
            policy::preferences::of_toolset,
            policy::preferences::state_of_toolset
        ))
        .routes(routes!(tokens::list::list, tokens::create::create))
        .routes(routes!(tokens::revoke::revoke))
        .routes(routes!(sources::list, sources::change::add))
        .routes(routes!(sources::change::preview))
        .routes(routes!(
            sources::show,
            sources::change::edit,
            sources::change::remove
        ))
        .routes(routes!(sources::change::restart))
        .routes(routes!(audit::calls::list))
        .routes(routes!(audit::changes::list));
    OpenApiRouter::with_openapi(document::head()).nest(PREFIX, routes)
}

// === impl ApiConfig ===

impl Default for ApiConfig {
    /// For clients on this machine, as long as it runs.
    fn default() -> Self {
        Self {
            hosts: HostCheck::default(),
            shutdown: CancellationToken::new(),
            keep_alive: Duration::from_secs(15),
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
