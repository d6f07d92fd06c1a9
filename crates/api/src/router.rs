//! All routes in one place.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get};
use candor_gateway::Gateway;
use candor_web::HostCheck;
use http::{Method, Uri};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::problem::{Kind, Problem};
use crate::{annotations, audit, document, door, drift, environments, equipped, index, notes};
use crate::{sources, suggestions, tools, toolsets};

/// What every path begins with.
pub(crate) const PREFIX: &str = "/api/v1";

/// How the API is served.
#[derive(Clone, Debug, Default)]
pub struct ApiConfig {
    /// Who may be addressed, and from where.
    pub hosts: HostCheck,
}

/// What every handler knows.
#[derive(Clone)]
pub(crate) struct Api {
    pub(crate) gateway: Gateway,
    pub(crate) document: Arc<str>,
}

/// Everything under `/api/v1`. It has no fallback of its own, so that it can be merged into
/// another router: unknown paths under the prefix are a route like any other.
pub fn router(gateway: Gateway, config: ApiConfig) -> Router {
    let (routes, described) = routes().split_for_parts();
    let api = Api {
        gateway,
        document: document::text(described).into(),
    };
    routes
        .route("/api/v1/", get(index::index))
        .method_not_allowed_fallback(no_method)
        .route("/api/v1/{*path}", any(no_route))
        .with_state(api)
        .route_layer(from_fn_with_state(Arc::new(config.hosts), door::door))
}

/// The routes with their descriptions.
pub(crate) fn routes() -> OpenApiRouter<Api> {
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
        .routes(routes!(sources::list))
        .routes(routes!(sources::show))
        .routes(routes!(audit::calls::list))
        .routes(routes!(audit::changes::list));
    OpenApiRouter::with_openapi(document::head()).nest(PREFIX, routes)
}

async fn no_route(uri: Uri) -> Problem {
    let path: String = uri.path().chars().take(200).collect();
    Problem::new(
        Kind::Unknown,
        format!("there is nothing at `{path}`; `GET {PREFIX}` shows what there is"),
    )
}

async fn no_method(method: Method) -> Problem {
    Problem::new(
        Kind::Method,
        format!("`{method}` is not possible here; the header `Allow` says what is"),
    )
}
