//! The three routes of the API.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::get;
use candor_config::RegistryAccess;
use candor_gateway::{Gateway, StartupWait};
use candor_web::HostCheck;
use serde_json::{Value, json};

use crate::history::{EntryHistories, PublishedEntry};
use crate::query::{ListQuery, RawListQuery};
use crate::{access, content, reply};

/// Settings of the registry.
#[derive(Clone, Debug)]
pub struct RegistryConfig {
    /// The allowed hosts and origins.
    pub hosts: HostCheck,
    /// Who may read it.
    pub access: RegistryAccess,
    /// The prefix of names.
    pub namespace: String,
}

/// State shared by all handlers.
pub(crate) struct RegistryState {
    pub(crate) gateway: Gateway,
    pub(crate) config: RegistryConfig,
    histories: EntryHistories,
}

/// The routes under `/v0.1`; empty if the registry is disabled.
pub fn router(gateway: Gateway, config: RegistryConfig) -> Router {
    if config.access == RegistryAccess::Off {
        return Router::new();
    }
    let state = Arc::new(RegistryState {
        gateway,
        config,
        histories: EntryHistories::default(),
    });
    Router::new()
        .route("/v0.1/servers", get(list))
        .route("/v0.1/servers/{name}/versions", get(versions))
        .route("/v0.1/servers/{name}/versions/{version}", get(version))
        .route_layer(from_fn_with_state(Arc::clone(&state), access::check))
        .with_state(state)
}

async fn list(
    State(state): State<Arc<RegistryState>>,
    Query(raw): Query<RawListQuery>,
) -> Response {
    let query = match ListQuery::read(&raw) {
        Ok(query) => query,
        Err(sentence) => return reply::bad_request(&sentence),
    };
    let entries = match state.entries().await {
        Ok(entries) => entries,
        Err(refusal) => return *refusal,
    };
    let page = query.page(&entries);
    let mut metadata = json!({ "count": page.entries.len() });
    if let Some(next) = page.next_cursor {
        metadata["nextCursor"] = next.into();
    }
    let servers: Vec<Value> = page
        .entries
        .into_iter()
        .map(PublishedEntry::to_json)
        .collect();
    reply::json(&json!({ "servers": servers, "metadata": metadata }))
}

async fn versions(
    State(state): State<Arc<RegistryState>>,
    Path(name): Path<String>,
    Query(raw): Query<RawListQuery>,
) -> Response {
    match state.named(&name, &raw).await {
        Ok(entry) => reply::json(&json!({
            "servers": [entry.to_json()],
            "metadata": { "count": 1 },
        })),
        Err(refusal) => *refusal,
    }
}

async fn version(
    State(state): State<Arc<RegistryState>>,
    Path((name, version)): Path<(String, String)>,
    Query(raw): Query<RawListQuery>,
) -> Response {
    match state.named(&name, &raw).await {
        Ok(entry) if version == "latest" || version == entry.version => {
            reply::json(&entry.to_json())
        }
        Ok(_) => reply::not_found(),
        Err(refusal) => *refusal,
    }
}

// === impl RegistryState ===

impl RegistryState {
    /// Every entry by name, those that are gone among them.
    async fn entries(&self) -> Result<Vec<PublishedEntry>, Box<Response>> {
        self.gateway.settled(StartupWait::Request).await;
        let current = content::entries(&self.gateway, &self.config.namespace).await;
        let current = current.map_err(|error| {
            tracing::warn!(%error, "The entries of the registry cannot be read");
            Box::new(reply::unavailable())
        })?;
        Ok(self.histories.update(current, candor_clock::now_micros()))
    }

    /// An entry by name, if it exists or deleted ones are requested.
    async fn named(&self, name: &str, raw: &RawListQuery) -> Result<PublishedEntry, Box<Response>> {
        let entries = self.entries().await?;
        let shown = |entry: &PublishedEntry| !entry.is_deleted || raw.asks_for_deleted();
        let mut entries = entries.into_iter();
        let found = entries.find(|entry| entry.name == name && shown(entry));
        found.ok_or_else(|| Box::new(reply::not_found()))
    }
}
