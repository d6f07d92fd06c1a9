//! MCP over HTTP: endpoints for clients of every revision.

mod answer;
mod connection;
mod delete;
mod get;
mod post;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request as HttpRequest, State};
use axum::routing;
use bytes::Bytes;
use candor_gateway::{Endpoint, Gateway};
use candor_model::{McpEra, McpRevision, Role};
use candor_web::HostCheck;
use candor_wire::header::{PROTOCOL_VERSION, SESSION_ID};
use candor_wire::{CollectedBody, HeaderFields, PlainHead};
use http::request::Parts;
use http::uri::Authority;
use http_body_util::BodyExt;
use tokio_util::sync::CancellationToken;

use crate::dispatch::VerifiedPeer;
use crate::refusal::TransportRefusal;
use crate::session::McpSession;
use crate::sessions::SessionTable;

pub use self::connection::MessageConnectionEnd;

/// How long a body may take to arrive.
const DEADLINE: Duration = Duration::from_mins(1);
/// How much of a body that is too large is read and discarded, as a multiple of the limit, so that
/// the connection can be reused. Beyond that it is closed.
const DRAIN: usize = 4;

/// The configuration of the HTTP endpoints.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    /// The path of the plain endpoint, such as `/mcp`.
    pub path: String,
    /// Hosts that requests may name in addition to this machine's own.
    pub allowed_hosts: Vec<String>,
    /// Origins that requests may come from in addition to this machine's own.
    pub allowed_origins: Vec<String>,
    /// Once cancelled, new requests are refused and idle streams end; calls continue.
    pub shutdown: CancellationToken,
    /// The keep-alive interval of silent streams.
    pub keep_alive: Duration,
    /// How long to wait for an answer before the response becomes a stream.
    pub patience: Duration,
    /// How long a call continues after its client has lost the stream, if the client may come back
    /// for the answer.
    pub return_window: Duration,
}

/// State that all requests share.
struct HttpEndpoint {
    path: String,
    gateway: Gateway,
    sessions: SessionTable,
    hosts: HostCheck,
    shutdown: CancellationToken,
    keep_alive: Duration,
    patience: Duration,
    return_window: Duration,
}

/// What the checks read of a request's head.
#[derive(Clone, Copy)]
struct RequestHead<'a> {
    path: &'a str,
    /// The host in the target, if it has one.
    authority: Option<&'a str>,
    headers: HeaderFields<'a>,
}

/// The endpoints: the plain one, one per environment, one per toolset, and one per combination.
#[derive(Clone)]
pub struct McpEndpoints(Arc<HttpEndpoint>);

// === impl McpEndpoints ===

impl McpEndpoints {
    /// Creates the endpoints of a gateway.
    pub fn new(gateway: Gateway, config: HttpConfig) -> Self {
        let limits = gateway.limits();
        Self(Arc::new(HttpEndpoint {
            path: config.path,
            sessions: SessionTable::new(limits),
            hosts: HostCheck::new(&config.allowed_hosts, &config.allowed_origins),
            shutdown: config.shutdown,
            keep_alive: config.keep_alive,
            patience: config.patience,
            return_window: config.return_window,
            gateway,
        }))
    }

    /// The router for all methods of all endpoints.
    pub fn router(&self) -> Router {
        let path = &self.0.path;
        let post = |State(face): State<Arc<HttpEndpoint>>, request: HttpRequest| async move {
            post::post(&face, request).await
        };
        let methods = routing::post(post).get(get::get).delete(delete::delete);
        Router::new()
            .route(path, methods.clone())
            .route(&format!("{path}/{{endpoint}}"), methods.clone())
            .route(&format!("{path}@{{environment}}"), methods)
            .with_state(Arc::clone(&self.0))
    }

    /// Whether a path has the form of an endpoint's path.
    fn serves(&self, path: &str) -> bool {
        let Some(rest) = path.strip_prefix(self.0.path.as_str()) else {
            return false;
        };
        let named = rest.strip_prefix(['/', '@']);
        rest.is_empty() || named.is_some_and(|it| !it.is_empty() && !it.contains('/'))
    }
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
            return_window: Duration::from_secs(30),
        }
    }
}

// === impl HttpEndpoint ===

impl HttpEndpoint {
    /// The checks before anything of a request is read: the host, the client's identity, and the
    /// endpoint. Unauthenticated clients do not learn which endpoints exist.
    fn admit(&self, head: RequestHead<'_>) -> Result<VerifiedPeer, TransportRefusal> {
        self.hosts.check_fields(head.headers, head.authority)?;
        let identity = candor_web::authenticate(&self.gateway, head.headers)?;
        let role = Role::Caller;
        if !identity.may(role) {
            let name = identity.name;
            return Err(TransportRefusal::Role { name, role });
        }
        let rest = head
            .path
            .strip_prefix(self.path.as_str())
            .unwrap_or_default();
        let endpoint = Endpoint::parse(rest.strip_prefix('/').unwrap_or(rest))?;
        self.gateway.catalogue().offer(&endpoint)?;
        Ok(VerifiedPeer {
            identity,
            session: None,
            endpoint,
        })
    }

    /// The session that a request presents. It can only be used by the client that started it, at
    /// the same endpoint.
    fn find_session(
        &self,
        id: &str,
        peer: &VerifiedPeer,
    ) -> Result<Arc<McpSession>, TransportRefusal> {
        let session = self.sessions.find(id, &peer.identity, Instant::now())?;
        let begun = &session.client().endpoint;
        if *begun == peer.endpoint {
            return Ok(session);
        }
        Err(TransportRefusal::OtherEndpoint {
            begun: begun.clone(),
            asked: peer.endpoint.clone(),
        })
    }

    /// Whether new requests may begin. Messages that belong to earlier ones, such as answers to our
    /// questions, are still accepted.
    fn check_open(&self) -> Result<(), TransportRefusal> {
        if self.shutdown.is_cancelled() {
            Err(TransportRefusal::ShuttingDown)
        } else {
            Ok(())
        }
    }
}

// === impl RequestHead ===

impl<'a> From<&'a Parts> for RequestHead<'a> {
    fn from(parts: &'a Parts) -> Self {
        Self {
            path: parts.uri.path(),
            authority: parts.uri.authority().map(Authority::as_str),
            headers: (&parts.headers).into(),
        }
    }
}

impl<'a> From<&'a PlainHead> for RequestHead<'a> {
    fn from(head: &'a PlainHead) -> Self {
        Self {
            path: head.path(),
            authority: None,
            headers: head.into(),
        }
    }
}

/// The session of a request that is only possible within a session.
fn session_only(headers: HeaderFields<'_>) -> Result<&str, TransportRefusal> {
    let modern = header_revision(headers).is_some_and(|one| one.era() == McpEra::Modern);
    let id = session_id(headers)
        .filter(|_| !modern)
        .ok_or(TransportRefusal::OnlyPost)?;
    check_legacy_version(headers)?;
    Ok(id)
}

/// Checks that the version header of a session's request, if present, names a legacy revision.
fn check_legacy_version(headers: HeaderFields<'_>) -> Result<(), TransportRefusal> {
    let Some(value) = headers.first(PROTOCOL_VERSION) else {
        return Ok(());
    };
    match header_revision(headers) {
        Some(revision) if revision.era() == McpEra::Legacy => Ok(()),
        _ => {
            let shown = String::from_utf8_lossy(value);
            Err(TransportRefusal::Version(shown.chars().take(64).collect()))
        }
    }
}

/// The revision in the version header, if it is supported.
fn header_revision(headers: HeaderFields<'_>) -> Option<McpRevision> {
    McpRevision::parse(headers.text(PROTOCOL_VERSION)?.trim())
}

/// The session id in the headers.
fn session_id(headers: HeaderFields<'_>) -> Option<&str> {
    headers.text(SESSION_ID)
}

/// Reads the whole body. A body in one piece is not copied.
async fn read_body(body: Body, limit: usize) -> Result<Bytes, TransportRefusal> {
    tokio::time::timeout(DEADLINE, collect(body, limit))
        .await
        .unwrap_or(Err(TransportRefusal::TooSlow { limit: DEADLINE }))
}

async fn collect(mut body: Body, limit: usize) -> Result<Bytes, TransportRefusal> {
    let mut whole = CollectedBody::default();
    let mut size = 0_usize;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(TransportRefusal::Broken)?.into_data() else {
            continue;
        };
        size = size.saturating_add(data.len());
        if size <= limit {
            whole.add(data, None);
        } else if size > limit.saturating_mul(DRAIN) {
            break;
        } else {
            whole = CollectedBody::default();
        }
    }
    if size > limit {
        Err(TransportRefusal::TooLarge { limit })
    } else {
        Ok(whole.into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::stream;

    use super::*;

    async fn read_pieces(pieces: &[&'static str], limit: usize) -> Result<Bytes, String> {
        let pieces: Vec<Result<_, Infallible>> = pieces
            .iter()
            .map(|piece| Ok(Bytes::from_static(piece.as_bytes())))
            .collect();
        let body = Body::from_stream(stream::iter(pieces));
        read_body(body, limit)
            .await
            .map_err(|refusal| refusal.to_string())
    }

    #[tokio::test]
    async fn pieces_are_joined_up_to_the_limit() {
        assert_eq!(read_pieces(&[], 4).await, Ok(Bytes::new()));
        assert_eq!(read_pieces(&["abcd"], 4).await, Ok("abcd".into()));
        assert_eq!(
            read_pieces(&["a", "b", "", "cd"], 4).await,
            Ok("abcd".into())
        );
        let large = "the request is larger than 4 bytes, the limit `limits.request_body`";
        assert_eq!(read_pieces(&["abcd", "e"], 4).await, Err(large.into()));
        assert_eq!(read_pieces(&["abcde"], 4).await, Err(large.into()));
        let endless = vec!["abcdefgh"; 1_000];
        assert_eq!(read_pieces(&endless, 4).await, Err(large.into()));
    }

    #[tokio::test]
    async fn a_body_that_breaks_off_is_no_request() {
        let broken = stream::iter([
            Ok(Bytes::from_static(b"{")),
            Err(std::io::Error::other("gone")),
        ]);
        let refusal = read_body(Body::from_stream(broken), 100)
            .await
            .expect_err("broken");
        assert!(matches!(refusal, TransportRefusal::Broken(_)), "{refusal}");
    }
}
