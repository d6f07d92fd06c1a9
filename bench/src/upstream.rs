//! A minimal, fast MCP server over Streamable HTTP: an `echo` tool and a list of tools that was
//! serialized once. It is the yardstick, so it does what the protocol demands and nothing else.

mod reply;
mod request;
mod sessions;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use anyhow::Result;
use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode};
use hyper::body::Incoming;
use serde_json::json;

use crate::args::UpstreamArgs;
use crate::era::{Era, LEGACY_VERSIONS};
use crate::fixture::{self, ECHO};
use crate::serve;
use crate::upstream::reply::Reply;
use crate::upstream::request::Message;
use crate::upstream::sessions::{SESSION_HEADER, Sessions};

/// Far above any request of a benchmark.
const BODY_LIMIT: usize = 1 << 20;

const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const PARSE_ERROR: i32 = -32700;
const HEADER_MISMATCH: i32 = -32020;
const UNSUPPORTED_VERSION: i32 = -32022;
/// What servers of the legacy era say to a request outside of a session.
const NO_SESSION: i32 = -32000;

/// The server: what it speaks, what it lists, and who is connected.
#[derive(Debug)]
pub(crate) struct Upstream {
    era: Option<Era>,
    modern_list: Bytes,
    legacy_list: Bytes,
    sessions: Sessions,
}

/// Runs the server until its parent ends.
pub(crate) async fn command(args: &UpstreamArgs) -> Result<()> {
    let upstream = Arc::new(Upstream::new(args.era, args.tools as usize)?);
    let listener = serve::listen().await?;
    serve::announce("upstream", &listener)?;
    let handler = move |request| upstream.clone().answer(request);
    serve::run(listener, handler, serve::end_of_parent(args.with_parent)).await
}

// === impl Upstream ===

impl Upstream {
    /// A server with `tools` tools that speaks one era, or both.
    pub(crate) fn new(era: Option<Era>, tools: usize) -> Result<Self> {
        let tools = fixture::tools(tools);
        let modern = json!({
            "resultType": "complete", "tools": tools, "ttlMs": 60_000, "cacheScope": "public"
        });
        let legacy = json!({ "tools": tools });
        Ok(Self {
            era,
            modern_list: reply::closed_result(&modern)?,
            legacy_list: reply::closed_result(&legacy)?,
            sessions: Sessions::new(),
        })
    }

    /// Answers one HTTP request.
    pub(crate) async fn answer(self: Arc<Self>, request: Request<Incoming>) -> reply::Http {
        let (parts, body) = request.into_parts();
        if parts.uri.path() != "/mcp" {
            return reply::status(StatusCode::NOT_FOUND);
        }
        match parts.method {
            Method::POST => {}
            Method::DELETE if self.era != Some(Era::Modern) => return self.end(&parts.headers),
            _ => return reply::status(StatusCode::METHOD_NOT_ALLOWED),
        }
        let Some(body) = serve::read_body(body, BODY_LIMIT).await else {
            return reply::status(StatusCode::PAYLOAD_TOO_LARGE);
        };
        match serde_json::from_slice::<Message>(&body) {
            Ok(message) => self.dispatch(&parts.headers, &message),
            Err(error) => Reply::error("null", PARSE_ERROR, &error.to_string()).bad_request(),
        }
    }

    fn dispatch(&self, headers: &HeaderMap, message: &Message) -> reply::Http {
        let Some(id) = message.id else {
            return reply::status(StatusCode::ACCEPTED);
        };
        let id = id.get();
        match (message.version(), self.era) {
            (Some(version), None | Some(Era::Modern)) => self
                .modern(headers, id, version, message)
                .unwrap_or_else(Reply::bad_request),
            (_, None | Some(Era::Legacy)) => self.legacy(headers, id, message),
            (None, Some(Era::Modern)) => Reply::error(
                id,
                UNSUPPORTED_VERSION,
                "this server speaks 2026-07-28 only",
            )
            .bad_request(),
        }
    }

    /// One request of the modern era; its headers must say what its body says.
    fn modern(
        &self,
        headers: &HeaderMap,
        id: &str,
        version: &str,
        message: &Message,
    ) -> Result<reply::Http, Reply> {
        if version != Era::Modern.version() {
            let text = format!("version `{version}` is not supported");
            return Err(Reply::error(id, UNSUPPORTED_VERSION, &text));
        }
        require(headers, "mcp-protocol-version", version, id)?;
        require(headers, "mcp-method", &message.method, id)?;
        Ok(match &*message.method {
            "tools/call" => {
                require(headers, "mcp-name", message.tool(), id)?;
                call(id, message, r#","resultType":"complete"}}"#).ok()
            }
            "tools/list" => Reply::list(id, &self.modern_list).ok(),
            "server/discover" => Reply::result(id, &discovery()).ok(),
            other => unknown_method(id, other).with_status(StatusCode::NOT_FOUND),
        })
    }

    /// One request of the legacy era: `initialize` opens a session, all else happens in one.
    fn legacy(&self, headers: &HeaderMap, id: &str, message: &Message) -> reply::Http {
        if message.method == "initialize" {
            let asked = message.asked_version();
            let version = LEGACY_VERSIONS.into_iter().find(|known| *known == asked);
            let version = version.unwrap_or(Era::Legacy.version());
            let mut response = Reply::result(id, &initialized(version)).ok();
            response
                .headers_mut()
                .insert(SESSION_HEADER, self.sessions.open());
            return response;
        }
        match headers.get(SESSION_HEADER) {
            None => {
                return Reply::error(id, NO_SESSION, "the Mcp-Session-Id header is missing")
                    .bad_request();
            }
            Some(session) if !self.sessions.contains(session) => {
                return Reply::error(id, NO_SESSION, "there is no such session")
                    .with_status(StatusCode::NOT_FOUND);
            }
            Some(_) => {}
        }
        match &*message.method {
            "tools/call" => call(id, message, "}}").ok(),
            "tools/list" => Reply::list(id, &self.legacy_list).ok(),
            "ping" => Reply::result(id, &json!({})).ok(),
            other => unknown_method(id, other).ok(),
        }
    }

    fn end(&self, headers: &HeaderMap) -> reply::Http {
        let known = headers
            .get(SESSION_HEADER)
            .is_some_and(|session| self.sessions.close(session));
        reply::status(if known {
            StatusCode::NO_CONTENT
        } else {
            StatusCode::NOT_FOUND
        })
    }
}

/// Echoes the message as it came, without decoding it.
fn call(id: &str, message: &Message, end: &str) -> Reply {
    if message.tool() != ECHO {
        return Reply::error(
            id,
            INVALID_PARAMS,
            &format!("unknown tool `{}`", message.tool()),
        );
    }
    match message.echo() {
        Some(text) => Reply::text(id, text, end),
        None => Reply::error(id, INVALID_PARAMS, "`message` must be a string"),
    }
}

fn require(headers: &HeaderMap, name: &str, expected: &str, id: &str) -> Result<(), Reply> {
    match headers.get(name) {
        Some(value) if value.as_bytes() == expected.as_bytes() => Ok(()),
        Some(_) => {
            let text = format!("the header `{name}` is not `{expected}` as in the body");
            Err(Reply::error(id, HEADER_MISMATCH, &text))
        }
        None => {
            let text = format!("the header `{name}` is missing");
            Err(Reply::error(id, HEADER_MISMATCH, &text))
        }
    }
}

fn unknown_method(id: &str, method: &str) -> Reply {
    Reply::error(id, METHOD_NOT_FOUND, &format!("unknown method `{method}`"))
}

fn discovery() -> serde_json::Value {
    json!({
        "resultType": "complete",
        "supportedVersions": [Era::Modern.version()],
        "capabilities": {"tools": {}},
        "ttlMs": 3_600_000,
        "cacheScope": "public",
        "_meta": {"io.modelcontextprotocol/serverInfo": server_info()}
    })
}

fn initialized(version: &str) -> serde_json::Value {
    json!({
        "protocolVersion": version,
        "capabilities": {"tools": {}},
        "serverInfo": server_info()
    })
}

fn server_info() -> serde_json::Value {
    json!({"name": "candor-bench-upstream", "version": env!("CARGO_PKG_VERSION")})
}
