//! What all pages know, and how they are served together.

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
use crate::door::{self, Doorkeeper};
use crate::field::FormKey;
use crate::live::{self, Bell};
use crate::wrong::Wrong;

/// How the pages are served.
#[derive(Clone, Debug)]
pub struct PagesConfig {
    /// Who may be addressed, and from where.
    pub hosts: HostCheck,
    /// Once cancelled, streams end; requests go on.
    pub shutdown: CancellationToken,
    /// How often a silent stream shows that it is alive, and whether whoever reads it still may.
    pub keep_alive: Duration,
}

/// What every handler knows.
#[derive(Clone)]
pub struct Pages {
    /// The gateway.
    pub gateway: Gateway,
    /// Told when a call that somebody tries has something new to show.
    pub trials: Bell,
    /// What the forms of those are bound to who presented nothing.
    pub(crate) key: FormKey,
    pub(crate) shutdown: CancellationToken,
    pub(crate) keep_alive: Duration,
}

// === impl PagesConfig ===

impl Default for PagesConfig {
    /// For people on this machine, as long as it runs.
    fn default() -> Self {
        Self {
            hosts: HostCheck::default(),
            shutdown: CancellationToken::new(),
            keep_alive: Duration::from_secs(15),
        }
    }
}

/// These pages behind their door, with what they are drawn with under `/assets` and what happens
/// under `/live`. It has no fallback of its own, so that it can be merged into another router.
pub fn serve(gateway: Gateway, config: PagesConfig, routes: Router<Pages>) -> Router {
    let keeper = Doorkeeper {
        hosts: config.hosts,
        own: gateway.house().public_url.clone(),
    };
    let pages = Pages {
        gateway,
        trials: Bell::default(),
        key: FormKey::fresh(),
        shutdown: config.shutdown,
        keep_alive: config.keep_alive,
    };
    routes
        .route(asset::STYLE, get(asset::style))
        .route(asset::SCRIPT, get(asset::script))
        .route(asset::ICON, get(asset::icon))
        .route("/live", get(live::live))
        .method_not_allowed_fallback(no_method)
        .with_state(pages)
        .route_layer(from_fn_with_state(Arc::new(keeper), door::door))
}

async fn no_method(method: Method) -> Wrong {
    Wrong::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "This page takes no such request",
        format!("`{method}` is not possible here; the header `Allow` says what is"),
    )
}
