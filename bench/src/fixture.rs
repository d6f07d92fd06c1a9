//! The tools that the upstream lists and the text that it echoes; the load generator knows both,
//! so that it can check every answer.

use serde_json::{Value, json};

/// The tool that answers with its own `message`.
pub(crate) const ECHO: &str = "echo";

/// Length of an echoed text.
const TEXT_BYTES: usize = 200;

const PADDING: &str = "the quick brown fox jumps over the lazy dog while seven wizards vex the \
    bold knights and a pack of my box with five dozen liquor jugs stands by the door, quietly \
    waiting for the next call to come along and be answered as it should be";

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
        (json!({"message": message}), json!(["message"]))
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
    fn a_hundred_tools_weigh_what_a_hundred_real_tools_weigh() {
        let bytes = serde_json::to_vec(&tools(100)).unwrap().len();
        assert!((60_000..75_000).contains(&bytes), "{bytes}");
    }
}
