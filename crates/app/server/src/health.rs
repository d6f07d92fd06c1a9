//! Health, readiness and metrics endpoints.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::extract::{Request, State as Shared};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use candor_gateway::{Gateway, SourceStatus};
use candor_model::Role;
use candor_sources::SourceState;
use candor_web::HostCheck;
use serde_json::{Value, json};

/// `/healthz`, `/readyz` and `/metrics`. The first only confirms that the process responds, under
/// any host name; the others are restricted to allowed hosts and origins like everything else.
pub(crate) fn router(gateway: Gateway, hosts: HostCheck) -> Router {
    Router::new()
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .layer(middleware::from_fn_with_state(hosts, check_host))
        .route("/healthz", get(async || "ok\n"))
        .with_state(gateway)
}

async fn check_host(Shared(hosts): Shared<HostCheck>, request: Request, next: Next) -> Response {
    match hosts.check(request.headers(), request.uri()) {
        Ok(()) => next.run(request).await,
        Err(error) => (StatusCode::FORBIDDEN, format!("{error}\n")).into_response(),
    }
}

/// Ready once the database responds and every source has started or failed once. A failed source is
/// reported but does not prevent readiness.
async fn ready(Shared(gateway): Shared<Gateway>, headers: HeaderMap) -> impl IntoResponse {
    let sources = gateway.sources();
    let starting = sources
        .iter()
        .any(|source| matches!(source.state, SourceState::Starting));
    let database = gateway.records().check().await;
    let is_ready = !starting && database.is_ok();
    let mut body = json!({
        "ready": is_ready,
        "database": database.as_ref().map_or_else(ToString::to_string, |()| "ok".to_owned()),
        "sources": sources.iter().map(describe).collect::<Vec<_>>(),
    });
    if !may_see_details(&gateway, &headers) {
        body = json!({"ready": is_ready});
    }
    let status = if is_ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let text = format!("{body:#}\n");
    (status, [(header::CONTENT_TYPE, "application/json")], text)
}

async fn metrics(Shared(gateway): Shared<Gateway>, headers: HeaderMap) -> Response {
    let identity = match candor_web::authenticate(&gateway, &headers) {
        Ok(identity) => identity,
        Err(refusal) => {
            let asks = [(header::WWW_AUTHENTICATE, refusal.www_authenticate())];
            return (StatusCode::UNAUTHORIZED, asks, format!("{refusal}\n")).into_response();
        }
    };
    if !identity.may(Role::Viewer) {
        let sentence = "this requires the `viewer` role\n";
        return (StatusCode::FORBIDDEN, sentence).into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], gateway.metrics().encode()).into_response()
}

/// Whether the caller may see the details.
fn may_see_details(gateway: &Gateway, headers: &HeaderMap) -> bool {
    let recognised = candor_web::authenticate(gateway, headers);
    recognised.is_ok_and(|identity| identity.may(Role::Viewer))
}

/// A source's status as JSON.
pub fn describe(source: &SourceStatus) -> Value {
    let mut described = describe_state(source);
    if let Some(split) = &source.split {
        described["split"] = split.to_string().into();
    }
    described
}

fn describe_state(source: &SourceStatus) -> Value {
    let (name, state) = (source.name.as_str(), source.state.as_str());
    match &source.state {
        SourceState::Starting if source.remembered > 0 => {
            json!({"name": name, "state": state, "remembered": source.remembered})
        }
        SourceState::Starting | SourceState::Stopped => json!({"name": name, "state": state}),
        SourceState::Ready {
            since,
            era,
            revision,
            transport,
        } => json!({
            "name": name,
            "state": state,
            "since": seconds(*since),
            "era": era.as_str(),
            "revision": revision.as_str(),
            "transport": transport,
            "tools": source.tools,
        }),
        SourceState::Failing {
            since,
            attempts,
            last_error,
            retry_at,
        } => json!({
            "name": name,
            "state": state,
            "since": seconds(*since),
            "attempts": attempts,
            "last_error": last_error,
            "retry_at": seconds(*retry_at),
        }),
        SourceState::Unusable { reason } => {
            json!({"name": name, "state": state, "last_error": reason})
        }
    }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_secs()
}
