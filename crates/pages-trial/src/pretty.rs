//! JSON of strangers, as people read it.

use candor_wire::RawJson;
use serde_json::Value;

/// The most bytes of JSON that are read to be written again.
pub(crate) const READ: usize = 256 * 1024;

/// JSON with its lines broken, or as it came where that is too much work.
pub(crate) fn pretty(raw: &RawJson) -> String {
    let value: Option<Value> = Some(raw)
        .filter(|raw| raw.len() <= READ)
        .and_then(|raw| raw.decode().ok());
    value.map_or_else(|| raw.to_string(), |value| format!("{value:#}"))
}
