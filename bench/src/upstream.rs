//! A minimal, fast MCP server over Streamable HTTP or standard input and output: an `echo` tool and a list of tools that was
//! serialized once. It is the yardstick, so it does what the protocol demands and nothing else.

mod padding;
mod reply;
mod request;
mod sessions;
mod stdio;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use anyhow::Result;
use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode};
use hyper::body::Incoming;
use serde_json::json;

use crate::args::UpstreamArgs;
use crate::era::{BenchEra, LEGACY_VERSIONS};
use crate::fixture::{self, ECHO};
use crate::serve;
use crate::upstream::padding::PaddedEnds;
use crate::upstream::reply::RpcReply;
use crate::upstream::request::UpstreamMessage;
use crate::upstream::sessions::{SESSION_HEADER, UpstreamSessions};

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
pub(crate) struct EchoUpstream {
    era: Option<BenchEra>,
    modern_list: Bytes,
    legacy_list: Bytes,
    modern_ends: PaddedEnds,
    legacy_ends: PaddedEnds,
    sessions: UpstreamSessions,
}

/// Runs the server until its parent ends.
pub(crate) async fn command(args: &UpstreamArgs) -> Result<()> {
    let upstream = EchoUpstream::new(args.era, args.tools as usize)?;
    if args.stdio {
        return stdio::run(&upstream);
    }
    let upstream = Arc::new(upstream);
    let (listener, url) = serve::listen().await?;
    let handler = move |request| upstream.clone().answer(request);
    let work = serve::answer(listener, handler);
    serve::run("upstream", &url, work, args.with_parent).await
}

// === impl EchoUpstream ===

impl EchoUpstream {
    /// A server with `tools` tools that speaks one era, or both.
    pub(crate) fn new(era: Option<BenchEra>, tools: usize) -> Result<Self> {
        let tools = fixture::tools(tools);
        let modern = json!({
            "resultType": "complete", "tools": tools, "ttlMs": 60_000, "cacheScope": "public"
        });
        let legacy = json!({ "tools": tools });
        Ok(Self {
            era,
            modern_list: reply::closed_result(&modern)?,
            legacy_list: reply::closed_result(&legacy)?,
            modern_ends: PaddedEnds::new(r#","resultType":"complete"}}"#),
            legacy_ends: PaddedEnds::new("}}"),
            sessions: UpstreamSessions::default(),
        })
    }

    /// Answers one HTTP request.
    pub(crate) async fn answer(
        self: Arc<Self>,
        request: Request<Incoming>,
    ) -> reply::SplitResponse {
        let (parts, body) = request.into_parts();
        if parts.uri.path() != "/mcp" {
            return reply::status(StatusCode::NOT_FOUND);
        }
        match parts.method {
            Method::POST => {}
            Method::DELETE if self.era != Some(BenchEra::Modern) => {
                return self.end(&parts.headers);
            }
            _ => return reply::status(StatusCode::METHOD_NOT_ALLOWED),
        }
        let Some(body) = serve::read_body(body, BODY_LIMIT).await else {
            return reply::status(StatusCode::PAYLOAD_TOO_LARGE);
        };
        match serde_json::from_slice::<UpstreamMessage>(&body) {
            Ok(message) => self.dispatch(&parts.headers, &message),
            Err(error) => RpcReply::error("null", PARSE_ERROR, &error.to_string()).bad_request(),
        }
    }

    fn dispatch(&self, headers: &HeaderMap, message: &UpstreamMessage) -> reply::SplitResponse {
        let Some(id) = message.id else {
            return reply::status(StatusCode::ACCEPTED);
        };
        let id = id.get();
        match (message.version(), self.era) {
            (Some(version), None | Some(BenchEra::Modern)) => self
                .modern(headers, id, version, message)
                .unwrap_or_else(RpcReply::bad_request),
            (_, None | Some(BenchEra::Legacy)) => self.legacy(headers, id, message),
            (None, Some(BenchEra::Modern)) => {
                let text = "this server speaks 2026-07-28 only";
                RpcReply::error(id, UNSUPPORTED_VERSION, text).bad_request()
            }
        }
    }

    /// One request of the modern era; its headers must say what its body says.
    fn modern(
        &self,
        headers: &HeaderMap,
        id: &str,
        version: &str,
        message: &UpstreamMessage,
    ) -> Result<reply::SplitResponse, RpcReply> {
        if version != BenchEra::Modern.version() {
            let text = format!("version `{version}` is not supported");
            return Err(RpcReply::error(id, UNSUPPORTED_VERSION, &text));
        }
        require(headers, "mcp-protocol-version", version, id)?;
        require(headers, "mcp-method", &message.method, id)?;
        if message.method == "tools/call" {
            require(headers, "mcp-name", message.tool(), id)?;
        }
        let (status, reply) = self.modern_reply(id, message);
        Ok(reply.with_status(status))
    }

    /// The reply to a request of the modern era, and the status that HTTP gives it.
    fn modern_reply(&self, id: &str, message: &UpstreamMessage) -> (StatusCode, RpcReply) {
        let reply = match &*message.method {
            "tools/call" => call(id, message, &self.modern_ends),
            "tools/list" => RpcReply::list(id, &self.modern_list),
            "server/discover" => RpcReply::result(id, &discovery()),
            other => return (StatusCode::NOT_FOUND, unknown_method(id, other)),
        };
        (StatusCode::OK, reply)
    }

    /// One request of the legacy era: `initialize` opens a session, all else happens in one.
    fn legacy(
        &self,
        headers: &HeaderMap,
        id: &str,
        message: &UpstreamMessage,
    ) -> reply::SplitResponse {
        if message.method == "initialize" {
            let mut response = self.legacy_reply(id, message).ok();
            let headers = response.headers_mut();
            headers.insert(SESSION_HEADER, self.sessions.open());
            return response;
        }
        match headers.get(SESSION_HEADER) {
            None => {
                let text = "the Mcp-Session-Id header is missing";
                return RpcReply::error(id, NO_SESSION, text).bad_request();
            }
            Some(session) if !self.sessions.contains(session) => {
                let reply = RpcReply::error(id, NO_SESSION, "there is no such session");
                return reply.with_status(StatusCode::NOT_FOUND);
            }
            Some(_) => {}
        }
        self.legacy_reply(id, message).ok()
    }

    /// The reply to a request of the legacy era.
    fn legacy_reply(&self, id: &str, message: &UpstreamMessage) -> RpcReply {
        match &*message.method {
            "initialize" => {
                let asked = message.asked_version();
                let version = LEGACY_VERSIONS.into_iter().find(|known| *known == asked);
                let version = version.unwrap_or(BenchEra::Legacy.version());
                RpcReply::result(id, &initialized(version))
            }
            "tools/call" => call(id, message, &self.legacy_ends),
            "tools/list" => RpcReply::list(id, &self.legacy_list),
            "ping" => RpcReply::result(id, &json!({})),
            other => unknown_method(id, other),
        }
    }

    fn end(&self, headers: &HeaderMap) -> reply::SplitResponse {
        match headers.get(SESSION_HEADER) {
            Some(session) if self.sessions.close(session) => reply::status(StatusCode::NO_CONTENT),
            _ => reply::status(StatusCode::NOT_FOUND),
        }
    }
}

/// Echoes the message as it came, without decoding it, with a long text behind it if one is wanted.
fn call(id: &str, message: &UpstreamMessage, ends: &PaddedEnds) -> RpcReply {
    if message.tool() != ECHO {
        let text = format!("unknown tool `{}`", message.tool());
        return RpcReply::error(id, INVALID_PARAMS, &text);
    }
    let Some(text) = message.echo() else {
        return RpcReply::error(id, INVALID_PARAMS, "`message` must be a string");
    };
    let Some(bytes) = message.padding() else {
        return RpcReply::text(id, text, ends.plain());
    };
    if let Some(tail) = ends.of(bytes) {
        return RpcReply::padded(id, text, tail);
    }
    let text = format!("`padding` is `{bytes}`; use one of {:?}", fixture::PADDINGS);
    RpcReply::error(id, INVALID_PARAMS, &text)
}

fn require(headers: &HeaderMap, name: &str, expected: &str, id: &str) -> Result<(), RpcReply> {
    let text = match headers.get(name) {
        Some(value) if value.as_bytes() == expected.as_bytes() => return Ok(()),
        Some(_) => format!("the header `{name}` is not `{expected}` as in the body"),
        None => format!("the header `{name}` is missing"),
    };
    Err(RpcReply::error(id, HEADER_MISMATCH, &text))
}

fn unknown_method(id: &str, method: &str) -> RpcReply {
    RpcReply::error(id, METHOD_NOT_FOUND, &format!("unknown method `{method}`"))
}

fn discovery() -> serde_json::Value {
    json!({
        "resultType": "complete",
        "supportedVersions": [BenchEra::Modern.version()],
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
