//! How Candor introduces itself to servers.

use std::sync::LazyLock;

use candor_model::McpRevision;
use candor_wire::{RawJson, RawObject, meta};
use serde_json::json;

/// Candor's `clientInfo`.
static INFO: LazyLock<RawJson> = LazyLock::new(|| {
    RawJson::from_value(&json!({"name": "candor", "version": env!("CARGO_PKG_VERSION")}))
});

/// Candor's capabilities as a client. One connection serves many clients, so this is what any of
/// them may support; a request that the client concerned cannot serve is answered with an error.
static CAPABILITIES: LazyLock<RawJson> = LazyLock::new(|| {
    RawJson::from_value(&json!({
        "elicitation": {"form": {}, "url": {}},
        "sampling": {},
        "roots": {"listChanged": true},
        // UI pages of servers are forwarded to hosts that show them; others ignore them.
        "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}},
    }))
});

pub(crate) fn info() -> RawJson {
    INFO.clone()
}

pub(crate) fn capabilities() -> RawJson {
    CAPABILITIES.clone()
}

/// The `_meta` of one of Candor's own modern requests.
pub(crate) fn request_meta(revision: McpRevision) -> RawJson {
    let members: RawObject = [
        (meta::PROTOCOL_VERSION, RawJson::string(revision.as_str())),
        (meta::CLIENT_CAPABILITIES, capabilities()),
        (meta::CLIENT_INFO, info()),
    ]
    .into_iter()
    .collect();
    members.to_json()
}

/// The parameters of `initialize`.
pub(crate) fn initialize() -> RawObject {
    [
        (
            "protocolVersion",
            RawJson::string(McpRevision::NEWEST_LEGACY.as_str()),
        ),
        ("capabilities", capabilities()),
        ("clientInfo", info()),
    ]
    .into_iter()
    .collect()
}
