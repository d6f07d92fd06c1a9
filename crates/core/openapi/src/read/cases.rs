//! `when` in `x-candor`: hints for calls in which an argument has one of several values.
//!
//! ```yaml
//! x-candor:
//!   when:
//!     - argument: action
//!       is: [list, get]
//!       annotations: { readOnly: true }
//! ```

use serde_json::{Map, Value, json};

use super::position::DocumentNode;
use super::reader::DocumentReader;

/// The expected form of `when`.
const EXPECTED: &str = "a list of objects with `argument`, `is` or `sql`, and `annotations`";

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// The cases in the form used in tool lists, one per value. An invalid case is left out with a
    /// warning; without it the worst case applies.
    pub(super) fn cases(&mut self, node: &DocumentNode<'a>) -> Option<Vec<Value>> {
        let Some(items) = node.value.as_array() else {
            self.wrong_type(node, "when", "a list");
            return None;
        };
        let mut cases = Vec::new();
        for (index, value) in items.iter().enumerate() {
            let spot = node.spot.child(&index.to_string());
            let item = DocumentNode { value, spot };
            match self.case(&item) {
                Some(mut read) => cases.append(&mut read),
                None => self.wrong_value("when", &item, EXPECTED),
            }
        }
        Some(cases)
    }

    fn case(&mut self, item: &DocumentNode<'a>) -> Option<Vec<Value>> {
        let argument = item.value.get("argument")?.as_str()?;
        let hints = self.case_hints(&item.get("annotations")?);
        let conditions: Vec<(&str, Value)> = match (item.value.get("is"), item.value.get("sql")) {
            (Some(Value::Array(values)), None) => {
                values.iter().map(|value| ("is", value.clone())).collect()
            }
            (Some(value), None) => vec![("is", value.clone())],
            (None, Some(flavour @ Value::String(_))) => vec![("sql", flavour.clone())],
            _ => return None,
        };
        let sound = |value: &Value| value.is_string() || value.is_boolean();
        if hints.is_empty() || !conditions.iter().all(|(_, value)| sound(value)) {
            return None;
        }
        let cases = conditions
            .into_iter()
            .map(|(key, value)| json!({"argument": argument, key: value, "annotations": hints}));
        Some(cases.collect())
    }

    /// The hints of a case by their names in MCP.
    fn case_hints(&mut self, node: &DocumentNode<'a>) -> Map<String, Value> {
        let mut hints = Map::new();
        for (key, value) in node.members() {
            let Some(hint) = super::extension::hint_named(key) else {
                let known = [
                    "readOnlyHint",
                    "destructiveHint",
                    "idempotentHint",
                    "openWorldHint",
                ];
                self.unknown_key("annotations", key, &known, &value);
                continue;
            };
            if let Some(yes) = self.truth(key, &value) {
                hints.insert(hint.to_owned(), Value::Bool(yes));
            }
        }
        hints
    }
}
