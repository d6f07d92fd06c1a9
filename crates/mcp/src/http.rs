//! MCP over HTTP: one endpoint for clients of every revision.

mod answer;
mod body;
mod delete;
mod get;
mod post;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::routing;
use candor_gateway::{Endpoint, Gateway};
use candor_model::{Era, Revision, Role};
use candor_web::HostCheck;
use http::HeaderMap;
use http::request::Parts as Head;
use tokio_util::sync::CancellationToken;

use crate::headers;
use crate::peer::Peer;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::sessions::Sessions;

/// How the endpoint is served.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// Where it is, such as `/mcp`.
    pub path: String,
    /// Hosts that requests may name beside this machine's own.
    pub allowed_hosts: Vec<String>,
    /// Pages that requests may come from beside this machine's own.
    pub allowed_origins: Vec<String>,
    /// Once cancelled, new requests are refused and idle streams end; calls go on.
    pub shutdown: CancellationToken,
    /// How often a silent stream shows that it is alive.
    pub keep_alive: Duration,
    /// How long a client waits for a plain answer before it gets a stream.
    pub patience: Duration,
}

/// What all requests to the endpoint share.
struct Face {
    path: String,
    gateway: Gateway,
    sessions: Sessions,
    hosts: HostCheck,
    shutdown: CancellationToken,
    keep_alive: Duration,
    patience: Duration,
}

/// The endpoints: the plain one, one per environment, one per toolset, and one per both.
pub fn router(gateway: Gateway, config: HttpConfig) -> Router {
    let limits = gateway.limits();
    let face = Face {
        path: config.path,
        sessions: Sessions::new(limits.sessions, limits.session_idle),
        hosts: HostCheck::new(&config.allowed_hosts, &config.allowed_origins),
        shutdown: config.shutdown,
        keep_alive: config.keep_alive,
        patience: config.patience,
        gateway,
    };
    let methods = routing::post(post::post)
        .get(get::get)
        .delete(delete::delete);
    Router::new()
        .route(&face.path, methods.clone())
        .route(&format!("{}/{{endpoint}}", face.path), methods.clone())
        .route(&format!("{}@{{environment}}", face.path), methods)
        .with_state(Arc::new(face))
}

// === impl HttpConfig ===

impl HttpConfig {
    /// `/mcp` for clients on this machine.
    pub fn local(shutdown: CancellationToken) -> Self {
        Self {
            path: "/mcp".to_owned(),
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            shutdown,
            keep_alive: Duration::from_secs(15),
            patience: Duration::from_secs(1),
        }
    }
}

// === impl Face ===

impl Face {
    /// What is checked before anything of a request is read: that it is meant for us, who sends
    /// it, and where to. Strangers do not learn which endpoints there are.
    fn admit(&self, head: &Head) -> Result<Peer, Refusal> {
        self.hosts.check(&head.headers, &head.uri)?;
        let identity = candor_web::recognise(&self.gateway, &head.headers)?;
        let role = Role::Caller;
        if !identity.may(role) {
            let name = identity.name;
            return Err(Refusal::Role { name, role });
        }
        let path = head.uri.path();
        let rest = path.strip_prefix(self.path.as_str()).unwrap_or_default();
        let endpoint = Endpoint::parse(rest.strip_prefix('/').unwrap_or(rest))?;
        self.gateway.catalogue().offer(&endpoint)?;
        Ok(Peer {
            identity,
            session: None,
            endpoint,
        })
    }

    /// The session that a request presents. It belongs to whoever began it, and to the endpoint
    /// where it began.
    fn find_session(&self, id: &str, peer: &Peer) -> Result<Arc<Session>, Refusal> {
        let session = self.sessions.find(id, &peer.identity, Instant::now())?;
        let begun = &session.client().endpoint;
        if *begun == peer.endpoint {
            return Ok(session);
        }
        Err(Refusal::OtherEndpoint {
            begun: begun.clone(),
            asked: peer.endpoint.clone(),
        })
    }

    /// Whether something new may begin. What belongs to something that has begun, such as the
    /// answer to a question of ours, is taken to the end.
    fn check_open(&self) -> Result<(), Refusal> {
        if self.shutdown.is_cancelled() {
            Err(Refusal::ShuttingDown)
        } else {
            Ok(())
        }
    }
}

/// The session of a request that only sessions may make.
fn session_only(head: &Head) -> Result<&str, Refusal> {
    let modern = header_revision(&head.headers).is_some_and(|one| one.era() == Era::Modern);
    let id = session_id(&head.headers)
        .filter(|_| !modern)
        .ok_or(Refusal::OnlyPost)?;
    check_legacy_version(&head.headers)?;
    Ok(id)
}

/// Whatever version header a session's request bears must be one that sessions speak.
fn check_legacy_version(headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(value) = headers.get(headers::PROTOCOL_VERSION) else {
        return Ok(());
    };
    match header_revision(headers) {
        Some(revision) if revision.era() == Era::Legacy => Ok(()),
        _ => {
            let shown = String::from_utf8_lossy(value.as_bytes());
            Err(Refusal::Version(shown.chars().take(64).collect()))
        }
    }
}

/// The revision in the version header, if it is one we speak.
fn header_revision(headers: &HeaderMap) -> Option<Revision> {
    Revision::parse(
        headers
            .get(headers::PROTOCOL_VERSION)?
            .to_str()
            .ok()?
            .trim(),
    )
}

/// The session that a request names.
fn session_id(headers: &HeaderMap) -> Option<&str> {
    headers.get(headers::SESSION_ID)?.to_str().ok()
}
