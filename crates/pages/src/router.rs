//! All pages in one place.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use candor_gateway::Gateway;
use candor_web::HostCheck;
use http::{Method, StatusCode};

use crate::approvals::{decide, link, list, show, standing};
use crate::door::{self, Doorkeeper};
use crate::field::FormKey;
use crate::wrong::Wrong;
use crate::{asset, login, logout};

/// How the pages are served.
#[derive(Clone, Debug, Default)]
pub struct PagesConfig {
    /// Who may be addressed, and from where.
    pub hosts: HostCheck,
}

/// What every handler knows.
#[derive(Clone)]
pub(crate) struct Pages {
    pub(crate) gateway: Gateway,
    /// What the forms of those are bound to who presented nothing.
    pub(crate) key: FormKey,
}

/// The pages `/approvals…`, `/a/…`, `/login`, `/logout` and what they are drawn with under
/// `/assets`. It has no fallback of its own, so that it can be merged into another router.
pub fn router(gateway: Gateway, config: PagesConfig) -> Router {
    let keeper = Doorkeeper {
        hosts: config.hosts,
        own: gateway.house().public_url.clone(),
    };
    let pages = Pages {
        gateway,
        key: FormKey::fresh(),
    };
    Router::new()
        .route("/approvals", get(list::pending))
        .route("/approvals/decided", get(list::decided))
        .route(
            "/approvals/standing",
            get(standing::list).post(standing::revoke),
        )
        .route("/approvals/{id}", get(show::show).post(decide::decide))
        .route("/a/{link}", get(link::show).post(link::decide))
        .route("/login", get(login::show).post(login::enter))
        .route("/logout", post(logout::leave))
        .route(asset::STYLE, get(asset::style))
        .route(asset::ICON, get(asset::icon))
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
