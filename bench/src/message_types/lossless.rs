//! What survives a round trip, field by field.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::message_types::codec::{MessageCodec, taken_for};
use crate::report::MarkdownTable;

/// A tool as a server of today or tomorrow may send it.
const LIST: &str = r#"{"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"erase","zVendor":{"b":1,"a":2},"inputSchema":{"type":"object","x-order":["b","a"],"properties":{"b":{"type":"integer","maximum":123456789012345678901234567890},"a":{"type":"string"}}},"description":"Erases a shelf.","execution":{"taskSupport":"optional"},"annotations":{"readOnlyHint":false,"reversibleHint":true,"inputMetadata":{"destination":"internal"}},"icons":[{"src":"https://example.org/i.svg","theme":"dark","purpose":"any"}],"_meta":{"org.example/risk":"high"}}],"page":{"of":1}}}"#;

/// A result as a server of today or tomorrow may send it.
const RESULT: &str = r#"{"jsonrpc":"2.0","id":7,"result":{"structuredContent":{"z":1,"total":123456789012345678901234567890,"price":0.1000,"rate":1e2},"content":[{"type":"text","text":"done","annotations":{"audience":["user"],"custom":1},"lang":"en"}],"isError":false,"vendor":{"cost":3},"_meta":{"org.example/trace":"t"}}}"#;

/// A result with a kind of content that is not in the protocol yet.
const VIDEO: &str = r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"video","uri":"https://example.org/v","mimeType":"video/mp4"}],"isError":false}}"#;

/// How two texts are compared.
#[derive(Debug, Clone, Copy)]
enum TextComparison {
    /// The bytes of the value.
    Bytes,
    /// The order of those keys of the object that are still there.
    Order,
}

/// One thing to look for after a round trip.
struct RoundTripProbe {
    name: &'static str,
    message: &'static str,
    path: &'static str,
    compare: TextComparison,
}

#[rustfmt::skip]
const PROBES: &[RoundTripProbe] = &[
    RoundTripProbe { name: "tool: `annotations.readOnlyHint`", message: LIST, path: "result/tools/0/annotations/readOnlyHint", compare: TextComparison::Bytes },
    RoundTripProbe { name: "tool: unknown annotation", message: LIST, path: "result/tools/0/annotations/reversibleHint", compare: TextComparison::Bytes },
    RoundTripProbe { name: "tool: unknown annotation, an object", message: LIST, path: "result/tools/0/annotations/inputMetadata", compare: TextComparison::Bytes },
    RoundTripProbe { name: "tool: `execution`", message: LIST, path: "result/tools/0/execution", compare: TextComparison::Bytes },
    RoundTripProbe { name: "tool: unknown top-level field", message: LIST, path: "result/tools/0/zVendor", compare: TextComparison::Bytes },
    RoundTripProbe { name: "tool: unknown field of an icon", message: LIST, path: "result/tools/0/icons/0/purpose", compare: TextComparison::Bytes },
    RoundTripProbe { name: "tool: `_meta`", message: LIST, path: "result/tools/0/_meta", compare: TextComparison::Bytes },
    RoundTripProbe { name: "tool: schema keyword `x-order`", message: LIST, path: "result/tools/0/inputSchema/x-order", compare: TextComparison::Bytes },
    RoundTripProbe { name: "tool: big number in a schema", message: LIST, path: "result/tools/0/inputSchema/properties/b/maximum", compare: TextComparison::Bytes },
    RoundTripProbe { name: "tool: order of the tool's keys", message: LIST, path: "result/tools/0", compare: TextComparison::Order },
    RoundTripProbe { name: "tool: order of schema properties", message: LIST, path: "result/tools/0/inputSchema/properties", compare: TextComparison::Order },
    RoundTripProbe { name: "list: unknown top-level field", message: LIST, path: "result/page", compare: TextComparison::Bytes },
    RoundTripProbe { name: "result: unknown top-level field", message: RESULT, path: "result/vendor", compare: TextComparison::Bytes },
    RoundTripProbe { name: "result: unknown field of a content block", message: RESULT, path: "result/content/0/lang", compare: TextComparison::Bytes },
    RoundTripProbe { name: "result: unknown content annotation", message: RESULT, path: "result/content/0/annotations/custom", compare: TextComparison::Bytes },
    RoundTripProbe { name: "result: `_meta`", message: RESULT, path: "result/_meta", compare: TextComparison::Bytes },
    RoundTripProbe { name: "result: order of keys", message: RESULT, path: "result", compare: TextComparison::Order },
    RoundTripProbe { name: "structured result: order of keys", message: RESULT, path: "result/structuredContent", compare: TextComparison::Order },
    RoundTripProbe { name: "structured result: big number", message: RESULT, path: "result/structuredContent/total", compare: TextComparison::Bytes },
    RoundTripProbe { name: "structured result: decimal `0.1000`", message: RESULT, path: "result/structuredContent/price", compare: TextComparison::Bytes },
    RoundTripProbe { name: "structured result: number `1e2`", message: RESULT, path: "result/structuredContent/rate", compare: TextComparison::Bytes },
    RoundTripProbe { name: "result: unknown content type", message: VIDEO, path: "result/content/0", compare: TextComparison::Bytes },
];

/// Messages of which it matters what they are taken for.
#[rustfmt::skip]
const READINGS: &[(&str, &str)] = &[
    ("a list with unknown fields", LIST),
    ("a list in which one tool has `readOnlyHint: \"yes\"`", r#"{"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"good","inputSchema":{"type":"object"}},{"name":"bad","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"yes"}}]}}"#),
    ("a list in which one tool has no `inputSchema`", r#"{"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"good","inputSchema":{"type":"object"}},{"name":"bad"}]}}"#),
    ("a call result with unknown fields", RESULT),
    ("a call result with an unknown content type", VIDEO),
    ("a call result that also has `prompts: []`", r#"{"jsonrpc":"2.0","id":7,"result":{"content":[],"prompts":[]}}"#),
    ("a call result that also has `tools: []`", r#"{"jsonrpc":"2.0","id":7,"result":{"content":[],"tools":[]}}"#),
    ("a call result that also has `action: \"accept\"`", r#"{"jsonrpc":"2.0","id":7,"result":{"content":[],"action":"accept"}}"#),
];

/// What survives, by the way to read and write it.
pub(crate) fn survival() -> Result<MarkdownTable> {
    let mut table = MarkdownTable::new("what | rmcp typed | Value | raw");
    for probe in PROBES {
        let mut row = vec![probe.name.to_owned()];
        for codec in MessageCodec::ALL {
            row.push(probe.outcome(codec)?);
        }
        table.row(row);
    }
    Ok(table)
}

/// What messages are taken for.
pub(crate) fn readings() -> MarkdownTable {
    let mut table = MarkdownTable::new("message | rmcp reads it as");
    for (name, message) in READINGS {
        table.row([(*name).to_owned(), taken_for(message.as_bytes())]);
    }
    table
}

// === impl RoundTripProbe ===

impl RoundTripProbe {
    /// What a codec makes of the thing, in a word or two.
    fn outcome(&self, codec: MessageCodec) -> Result<String> {
        let before = descend(self.message, self.path)?;
        let before = before.with_context(|| format!("`{}` is not in its message", self.name))?;
        let Ok(written) = codec.round_trip(self.message.as_bytes()) else {
            return Ok("rejected".to_owned());
        };
        let Some(after) = descend(&String::from_utf8(written)?, self.path)? else {
            return Ok("**lost**".to_owned());
        };
        let untyped =
            codec == MessageCodec::Typed && taken_for(self.message.as_bytes()).contains("untyped");
        Ok(match self.compare {
            TextComparison::Bytes if before == after && untyped => "kept, but untyped".to_owned(),
            TextComparison::Bytes if before == after => "kept".to_owned(),
            TextComparison::Bytes => format!("becomes `{after}`"),
            TextComparison::Order if same_order(&before, &after)? => "kept".to_owned(),
            TextComparison::Order => "**changed**".to_owned(),
        })
    }
}

/// Whether the keys that both objects have stand in the same order.
fn same_order(before: &str, after: &str) -> Result<bool> {
    let before: Map<String, Value> = serde_json::from_str(before)?;
    let after: Map<String, Value> = serde_json::from_str(after)?;
    let kept = before.keys().filter(|key| after.contains_key(*key));
    Ok(kept.eq(after.keys().filter(|key| before.contains_key(*key))))
}

/// Follows a path through objects and arrays without changing a byte of what it finds.
fn descend(text: &str, path: &str) -> Result<Option<String>> {
    let mut here: Box<RawValue> = serde_json::from_str(text)?;
    for step in path.split('/') {
        let next = if here.get().starts_with('[') {
            let mut items: Vec<Box<RawValue>> = serde_json::from_str(here.get())?;
            let index: usize = step.parse()?;
            (index < items.len()).then(|| items.swap_remove(index))
        } else {
            serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(here.get())?.remove(step)
        };
        match next {
            Some(next) => here = next,
            None => return Ok(None),
        }
    }
    Ok(Some(here.get().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(name: &str, codec: MessageCodec) -> String {
        let probe = PROBES.iter().find(|probe| probe.name == name).expect(name);
        probe.outcome(codec).unwrap()
    }

    #[test]
    fn the_raw_envelope_keeps_everything() {
        for probe in PROBES {
            let outcome = probe.outcome(MessageCodec::Raw).unwrap();
            assert_eq!(outcome, "kept", "{}", probe.name);
        }
    }

    #[test]
    fn a_tree_of_values_keeps_fields_but_not_numbers() {
        let outcome = |name| outcome(name, MessageCodec::Value);
        assert_eq!(outcome("tool: unknown annotation"), "kept");
        assert!(outcome("structured result: big number").starts_with("becomes"));
    }

    #[test]
    fn the_typed_model_loses_what_it_does_not_know() {
        let outcome = |name| outcome(name, MessageCodec::Typed);
        assert_eq!(outcome("tool: unknown annotation"), "**lost**");
        assert_eq!(outcome("tool: `_meta`"), "kept");
    }

    #[test]
    fn order_is_compared_among_the_keys_that_are_left() {
        assert!(same_order(r#"{"b":1,"x":2,"a":3}"#, r#"{"b":1,"a":3}"#).unwrap());
        assert!(!same_order(r#"{"b":1,"x":2,"a":3}"#, r#"{"a":3,"b":1}"#).unwrap());
    }

    #[test]
    fn descending_changes_no_byte() {
        let text = r#"{"a":[0,{"b": 1.000}]}"#;
        assert_eq!(descend(text, "a/1/b").unwrap().as_deref(), Some("1.000"));
        assert_eq!(descend(text, "a/2").unwrap(), None);
        assert_eq!(descend(text, "c").unwrap(), None);
    }
}
