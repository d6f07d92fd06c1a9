//! The result of a tool as text.

use crate::prelude::*;

/// Prints text content and describes other content. Structured content is printed if there is no
/// other.
pub(super) fn print(result: &Value, output: &CommandOutput) -> CommandResult<()> {
    let blocks = result.get("content").and_then(Value::as_array);
    for block in blocks.into_iter().flatten() {
        output.foreign(&shown(block))?;
    }
    if blocks.is_none_or(Vec::is_empty) {
        match result.get("structuredContent") {
            Some(structured) => output.foreign(&format!("{structured:#}"))?,
            None => output.say("the tool returned no content"),
        }
    }
    Ok(())
}

fn shown(block: &Value) -> String {
    let text = |key: &str| block[key].as_str();
    match text("type") {
        Some("text") => text("text").unwrap_or_default().to_owned(),
        Some(kind @ ("image" | "audio")) => described(kind, block),
        Some("resource_link") => format!("[link to {}]", one_line(text("uri").unwrap_or("?"))),
        Some("resource") => resource(&block["resource"]),
        Some(kind) => format!("[content of the unknown type `{}`]", one_line(kind)),
        None => "[content without a type]".to_owned(),
    }
}

fn resource(resource: &Value) -> String {
    if let Some(text) = resource["text"].as_str() {
        return text.to_owned();
    }
    let uri = resource["uri"].as_str().unwrap_or("?");
    described(&format!("resource {}", one_line(uri)), resource)
}

/// `[image, image/png, 70 bytes]`.
fn described(what: &str, holder: &Value) -> String {
    let mime = holder["mimeType"].as_str().unwrap_or("of unknown type");
    let data = holder.get("data").or_else(|| holder.get("blob"));
    let bytes = data.and_then(Value::as_str).map_or(0, decoded_length);
    format!("[{what}, {}, {bytes} bytes]", one_line(mime))
}

/// The decoded size of a base64 text.
fn decoded_length(text: &str) -> usize {
    text.trim_end_matches('=').len() * 3 / 4
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_kind_of_content_is_told() {
        for (block, expect) in [
            (json!({"type": "text", "text": "a\nb"}), "a\nb"),
            (
                json!({"type": "image", "mimeType": "image/png", "data": "AAAA"}),
                "[image, image/png, 3 bytes]",
            ),
            (
                json!({"type": "audio", "data": "AA=="}),
                "[audio, of unknown type, 1 bytes]",
            ),
            (
                json!({"type": "resource_link", "uri": "x://y"}),
                "[link to x://y]",
            ),
            (
                json!({"type": "resource", "resource": {"uri": "x://y", "text": "t"}}),
                "t",
            ),
            (
                json!({"type": "resource", "resource": {"uri": "x://y", "mimeType": "a/b", "blob": "AAA="}}),
                "[resource x://y, a/b, 2 bytes]",
            ),
            (
                json!({"type": "hologram"}),
                "[content of the unknown type `hologram`]",
            ),
            (json!({"type": 7}), "[content without a type]"),
            (json!("text"), "[content without a type]"),
        ] {
            assert_eq!(shown(&block), expect, "{block}");
        }
    }
}
