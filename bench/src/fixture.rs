//! The tools that the upstream lists and the text that it echoes; the load generator knows both,
//! so that it can check every answer.

use std::sync::LazyLock;

use serde_json::{Value, json};

/// The tool that answers with its own `message`.
pub(crate) const ECHO: &str = "echo";

/// Length of an echoed text.
const TEXT_BYTES: usize = 200;

const PADDING: &str = "the quick brown fox jumps over the lazy dog while seven wizards vex the \
    bold knights and a pack of my box with five dozen liquor jugs stands by the door, quietly \
    waiting for the next call to come along and be answered as it should be";

/// How long a text can be that is added to an echoed one: what makes a result of 100 kB or 5 MB.
pub(crate) const PADDINGS: [usize; 2] = [100_000, 5_000_000];

static LONG_TEXT: LazyLock<String> = LazyLock::new(|| {
    let times = PADDINGS[1].div_ceil(PADDING.len());
    PADDING.repeat(times)
});

/// The text of this many bytes that is added to an echoed one; at most the longest of
/// [`PADDINGS`].
pub(crate) fn padding(bytes: usize) -> &'static str {
    &LONG_TEXT[..bytes]
}

/// The name of the tool at a position of the list; the first one is `echo`.
pub(crate) fn tool_name(index: usize) -> String {
    if index == 0 {
        ECHO.to_owned()
    } else {
        format!("inventory_lookup_{index:04}")
    }
}

/// One tool of about 660 bytes, which is what real tools weigh.
pub(crate) fn tool(index: usize) -> Value {
    let (properties, required) = if index == 0 {
        let message = json!({"type": "string", "description": "The text to send back."});
        let padding = json!({"type": "integer", "enum": PADDINGS, "description": "What to add."});
        let properties = json!({"message": message, "padding": padding});
        (properties, json!(["message"]))
    } else {
        let properties = json!({
            "warehouse": {"type": "string", "description": "Identifier of the warehouse to look in."},
            "sku": {"type": "string", "pattern": "^[A-Z0-9-]+$", "description": "Stock keeping unit."},
            "limit": {"type": "integer", "minimum": 1, "maximum": 200, "default": 20},
            "include_reserved": {"type": "boolean", "default": false}
        });
        (properties, json!(["warehouse", "sku"]))
    };
    json!({
        "name": tool_name(index),
        "title": format!("Tool {index}"),
        "description": format!(
            "Answers question number {index} about the inventory. Reads only; the answer is a \
             short text."
        ),
        "inputSchema": {
            "type": "object", "properties": properties, "required": required,
            "additionalProperties": false
        },
        "annotations": {
            "title": format!("Tool {index}"), "readOnlyHint": true, "destructiveHint": false,
            "idempotentHint": true, "openWorldHint": false
        }
    })
}

/// The whole list of tools.
pub(crate) fn tools(count: usize) -> Vec<Value> {
    (0..count).map(tool).collect()
}

/// The text of one call: unlike any other call's, so that a swapped answer is found.
pub(crate) fn message(id: u64) -> String {
    let mut text = format!("call {id}: ");
    text.push_str(&PADDING[..TEXT_BYTES - text.len()]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_the_promised_length_and_is_its_own() {
        for id in [0, 1, u64::MAX] {
            assert_eq!(message(id).len(), TEXT_BYTES);
        }
        assert_ne!(message(1), message(2));
    }

    #[test]
    fn every_padding_has_its_length_and_needs_no_escaping() {
        for bytes in PADDINGS {
            let text = padding(bytes);
            assert_eq!(text.len(), bytes);
            assert!(
                text.bytes()
                    .all(|byte| byte == b' ' || byte == b',' || byte.is_ascii_lowercase())
            );
        }
    }

    #[test]
    fn a_hundred_tools_weigh_what_a_hundred_real_tools_weigh() {
        let bytes = serde_json::to_vec(&tools(100)).unwrap().len();
        assert!((60_000..75_000).contains(&bytes), "{bytes}");
    }
}
