//! The state that all handlers share, and the router around them.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use candor_gateway::Gateway;
use candor_web::HostCheck;
use http::{Method, StatusCode};
use tokio_util::sync::CancellationToken;

use crate::asset;
use crate::csrf::CsrfKey;
use crate::live::{self, TryItNotifier};
use crate::origin_check::{self, OriginCheck};
use crate::page_error::PageError;

/// How the dashboard is served.
#[derive(Clone, Debug)]
pub struct DashboardConfig {
    /// The accepted hosts and origins.
    pub hosts: HostCheck,
    /// Once cancelled, event streams end; requests are still answered.
    pub shutdown: CancellationToken,
    /// How often a silent stream sends a keep-alive and checks that the token is still valid.
    pub keep_alive: Duration,
}

/// The state of every handler.
#[derive(Clone)]
pub struct DashboardState {
    /// The gateway behind the pages.
    pub gateway: Gateway,
    /// Notified when a try-it call has something new to show.
    pub trials: TryItNotifier,
    /// The CSRF key for users who are not signed in.
    pub(crate) key: CsrfKey,
    pub(crate) shutdown: CancellationToken,
    pub(crate) keep_alive: Duration,
}

// === impl DashboardConfig ===

impl Default for DashboardConfig {
    /// For local users, until the process ends.
    fn default() -> Self {
        Self {
            hosts: HostCheck::default(),
            shutdown: CancellationToken::new(),
            keep_alive: Duration::from_secs(15),
        }
    }
}

/// The router of these pages with the origin check, `/assets` and `/live`. It has no fallback, so
/// that it can be merged into another router.
pub fn serve(gateway: Gateway, config: DashboardConfig, routes: Router<DashboardState>) -> Router {
    let origin_check = OriginCheck {
        hosts: config.hosts,
        own: gateway.policy_settings().public_url.clone(),
    };
    let pages = DashboardState {
        gateway,
        trials: TryItNotifier::default(),
        key: CsrfKey::fresh(),
        shutdown: config.shutdown,
        keep_alive: config.keep_alive,
    };
    routes
        .route(asset::STYLE, get(asset::style))
        .route(asset::SCRIPT, get(asset::script))
        .route(asset::PALETTE, get(asset::palette))
        .route(asset::NOTIFY, get(asset::notify))
        .route(asset::ICON, get(asset::icon))
        .route("/live", get(live::live))
        .method_not_allowed_fallback(no_method)
        .with_state(pages)
        .route_layer(from_fn_with_state(
            Arc::new(origin_check),
            origin_check::check_origin,
        ))
}

async fn no_method(method: Method) -> PageError {
    PageError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "Method not allowed",
        format!("`{method}` is not allowed here; see the `Allow` header."),
    )
}
