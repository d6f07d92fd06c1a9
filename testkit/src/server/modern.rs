//! The stateless lifecycle of 2026-07-28: every request says who sends it and in which revision.

use http::HeaderMap;
use serde_json::{Value, json};

use super::call::{CallingClient, ServiceCall};
use super::logging::LogLevel;
use super::{ScriptedServer, ServiceReply, headers, listen};
use crate::era::ProtocolRevision;
use crate::rpc::{HEADER_MISMATCH, RpcError, RpcRequest, UNSUPPORTED_VERSION};

/// Methods that only this revision has.
pub(crate) const METHODS: [&str; 2] = ["server/discover", "subscriptions/listen"];

/// Methods that this revision no longer has.
const REMOVED: [&str; 5] = [
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
];

/// Methods whose results say for how long they may be kept.
const CACHEABLE: [&str; 6] = [
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// Whether a request presents itself as modern.
pub(crate) fn claims(headers: Option<&HeaderMap>, request: &RpcRequest) -> bool {
    let meta = &request.params.value()["_meta"];
    let version = headers.and_then(headers::version);
    meta.get(VERSION).is_some()
        || METHODS.contains(&request.method.as_str())
        // A version that no handshake could have agreed on.
        || version.is_some_and(|date| ProtocolRevision::parse(date).is_none_or(ProtocolRevision::is_modern))
}

/// Finds out who sends a request, or refuses it.
pub(crate) fn admit(
    server: &ScriptedServer,
    headers: Option<&HeaderMap>,
    request: &RpcRequest,
) -> Result<CallingClient, RpcError> {
    let params = request.params.value();
    let meta = &params["_meta"];
    if request.method == "initialize" && meta.is_null() {
        // A legacy client at a modern server: the error that tells it what is spoken here.
        return Err(unsupported(&params["protocolVersion"]));
    }
    if headers.is_some_and(|headers| headers::version(headers).is_none()) {
        return Err(mismatch("the header `MCP-Protocol-Version` is missing"));
    }
    let Some(version) = meta.get(VERSION).and_then(Value::as_str) else {
        return Err(bad_meta(VERSION, "a string"));
    };
    let Some(capabilities) = meta.get(CAPABILITIES).filter(|value| value.is_object()) else {
        return Err(bad_meta(CAPABILITIES, "an object"));
    };
    let level = log_level(meta)?;
    if let Some(header) = headers
        .and_then(headers::version)
        .filter(|header| *header != version)
    {
        return Err(mismatch(format!(
            "the header `MCP-Protocol-Version` says `{header}`, the body says `{version}`"
        )));
    }
    if version != ProtocolRevision::MODERN.as_str() {
        return Err(unsupported(&meta[VERSION]));
    }
    if let Some(headers) = headers {
        headers::check(headers, request, |tool| server.service.input_schema(tool))?;
    }
    Ok(CallingClient {
        revision: ProtocolRevision::MODERN,
        capabilities: capabilities.clone(),
        level,
    })
}

fn log_level(meta: &Value) -> Result<Option<LogLevel>, RpcError> {
    let Some(value) = meta.get(LOG_LEVEL) else {
        return Ok(None);
    };
    match value.as_str().and_then(LogLevel::parse) {
        Some(level) => Ok(Some(level)),
        None => Err(bad_meta(LOG_LEVEL, "a log level")),
    }
}

/// Answers a request.
pub(crate) async fn serve(call: &ServiceCall) -> ServiceReply {
    match call.method() {
        "server/discover" => ServiceReply::Result(discover(call)),
        "subscriptions/listen" => listen::serve(call).await,
        removed if REMOVED.contains(&removed) => RpcError::method_not_found(removed).into(),
        _ => call.server.service.call(call).await,
    }
}

fn discover(call: &ServiceCall) -> Value {
    let mut result = json!({
        "supportedVersions": [ProtocolRevision::MODERN.as_str()],
        "capabilities": call.server.service.capabilities(ProtocolRevision::MODERN),
    });
    if let Some(instructions) = call.server.service.about().instructions {
        result["instructions"] = instructions.into();
    }
    result
}

/// Adds what every modern result must or should carry.
pub(crate) fn complete(call: &ServiceCall, mut result: Value) -> Value {
    if result.get("resultType").is_none() {
        result["resultType"] = "complete".into();
    }
    if CACHEABLE.contains(&call.method()) && result["resultType"] == "complete" {
        for (hint, value) in [("ttlMs", json!(1000)), ("cacheScope", json!("public"))] {
            if result.get(hint).is_none() {
                result[hint] = value;
            }
        }
    }
    if result.get("_meta").is_none() {
        result["_meta"] = json!({});
    }
    result["_meta"][SERVER_INFO] = call.server.info();
    result
}

fn mismatch(message: impl Into<String>) -> RpcError {
    RpcError::new(HEADER_MISMATCH, message).status(400)
}

fn bad_meta(key: &str, kind: &str) -> RpcError {
    RpcError::invalid_params(format!("`_meta` needs `{key}`, which must be {kind}")).status(400)
}

fn unsupported(requested: &Value) -> RpcError {
    let spoken = ProtocolRevision::MODERN.as_str();
    let message =
        format!("unsupported protocol version {requested}: this server speaks `{spoken}`");
    RpcError::new(UNSUPPORTED_VERSION, message)
        .data(json!({"supported": [spoken], "requested": requested}))
        .status(400)
}
