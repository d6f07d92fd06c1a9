//! The lifecycle of revisions up to 2025-11-25: a handshake, then requests that rely on it.

use serde_json::{Value, json};

use super::call::{CallingClient, ServiceCall};
use super::logging::LogLevel;
use super::session::{AgreedHandshake, ClientSession};
use super::{ServiceReply, modern};
use crate::era::ProtocolRevision;
use crate::rpc::{INVALID_REQUEST, RpcError, RpcRequest};

/// Finds out who sends a request, or refuses it.
pub(crate) fn admit(
    session: &ClientSession,
    request: &RpcRequest,
) -> Result<CallingClient, RpcError> {
    if modern::METHODS.contains(&request.method.as_str()) {
        return Err(RpcError::method_not_found(&request.method).status(200));
    }
    if let Some(handshake) = session.handshake() {
        return Ok(CallingClient {
            revision: handshake.revision,
            capabilities: handshake.capabilities,
            level: Some(session.level()),
        });
    }
    if !matches!(request.method.as_str(), "initialize" | "ping") {
        let method = &request.method;
        return Err(RpcError::new(
            INVALID_REQUEST,
            format!("`{method}` came before `initialize`"),
        ));
    }
    // Before the handshake nothing is known; the newest revision forbids nothing.
    Ok(CallingClient {
        revision: ProtocolRevision::NEWEST_LEGACY,
        capabilities: json!({}),
        level: None,
    })
}

/// Answers a request.
pub(crate) async fn serve(call: &ServiceCall) -> ServiceReply {
    let outcome = match call.method() {
        "initialize" => initialize(call),
        "ping" => Ok(json!({})),
        "logging/setLevel" => set_level(call),
        "resources/subscribe" => uri(call).map(|uri| {
            call.session.subscribe(uri);
            json!({})
        }),
        "resources/unsubscribe" => uri(call).map(|uri| {
            call.session.unsubscribe(uri);
            json!({})
        }),
        _ => return call.server.service.call(call).await,
    };
    outcome.map_or_else(ServiceReply::Error, ServiceReply::Result)
}

fn initialize(call: &ServiceCall) -> Result<Value, RpcError> {
    let Some(asked) = call.params().text("protocolVersion") else {
        return Err(RpcError::invalid_params("`protocolVersion` is missing"));
    };
    let Some(capabilities) = call
        .params()
        .value()
        .get("capabilities")
        .filter(|c| c.is_object())
    else {
        return Err(RpcError::invalid_params("`capabilities` must be an object"));
    };
    // An unknown or modern revision is met with the best that a handshake can offer.
    let revision = ProtocolRevision::parse(asked)
        .filter(|revision| !revision.is_modern())
        .unwrap_or(ProtocolRevision::NEWEST_LEGACY);
    if !call.session.shake(AgreedHandshake {
        revision,
        capabilities: capabilities.clone(),
    }) {
        return Err(RpcError::new(INVALID_REQUEST, "`initialize` came twice"));
    }
    let mut result = json!({
        "protocolVersion": revision.as_str(),
        "capabilities": call.server.service.capabilities(revision),
        "serverInfo": call.server.info(),
    });
    if let Some(instructions) = call.server.service.about().instructions {
        result["instructions"] = instructions.into();
    }
    Ok(result)
}

fn set_level(call: &ServiceCall) -> Result<Value, RpcError> {
    let word = call.params().text("level").unwrap_or_default();
    let level = LogLevel::parse(word)
        .ok_or_else(|| RpcError::invalid_params(format!("unknown log level `{word}`")))?;
    call.session.set_level(level);
    Ok(json!({}))
}

fn uri(call: &ServiceCall) -> Result<&str, RpcError> {
    call.params()
        .text("uri")
        .ok_or_else(|| RpcError::invalid_params("`uri` is missing"))
}
