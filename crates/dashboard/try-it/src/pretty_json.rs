//! Indents JSON for display.

use candor_wire::RawJson;
use serde_json::Value;

/// The maximum size of JSON that is parsed, in bytes.
pub(crate) const READ: usize = 256 * 1024;

/// Indented JSON, or the original if it is too large.
pub(crate) fn pretty_json(raw: &RawJson) -> String {
    let value: Option<Value> = Some(raw)
        .filter(|raw| raw.len() <= READ)
        .and_then(|raw| raw.decode().ok());
    value.map_or_else(|| raw.to_string(), |value| format!("{value:#}"))
}
