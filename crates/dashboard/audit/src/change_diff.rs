//! The fields that a change changed, before and after.

use candor_dashboard_kit::ExternalText;
use candor_dashboard_kit::wording::counted;
use serde_json::{Map, Value};

/// The most fields that are shown.
const FIELDS: usize = 12;

/// The most fields that are shown without unfolding.
const FEW: usize = 2;

/// The most characters of a value.
const VALUE: usize = 240;

/// Longer values, in bytes, are not compared; only their length is shown.
const BYTES: usize = 256 * 1024;

/// The fields that differ.
#[derive(Debug, Default)]
pub(crate) struct ChangeDiff {
    pub(crate) fields: Vec<ChangedField>,
    /// The number of fields that are not shown.
    pub(crate) more: usize,
}

/// One changed field; without a name, the whole value.
#[derive(Debug)]
pub(crate) struct ChangedField {
    pub(crate) name: Option<ExternalText>,
    pub(crate) before: Option<ExternalText>,
    pub(crate) after: Option<ExternalText>,
}

// === impl ChangeDiff ===

impl ChangeDiff {
    /// Whether it is folded in a list.
    pub(crate) fn is_long(&self) -> bool {
        self.fields.len() > FEW
    }

    /// Compares two JSON values; `None` is no value.
    pub(crate) fn of(old: Option<&str>, new: Option<&str>) -> Self {
        let long = |text: Option<&str>| text.is_some_and(|text| text.len() > BYTES);
        if long(old) || long(new) {
            return Self::whole(old.map(length), new.map(length));
        }
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_else(|_| text.into());
        match (old.map(read), new.map(read)) {
            (Some(Value::Object(old)), Some(Value::Object(new))) => Self::between(&old, &new),
            (Some(Value::Object(old)), None) => Self::between(&old, &Map::new()),
            (None, Some(Value::Object(new))) => Self::between(&Map::new(), &new),
            (old, new) => Self::whole(old.as_ref().map(value_text), new.as_ref().map(value_text)),
        }
    }

    fn whole(before: Option<String>, after: Option<String>) -> Self {
        let short = |text: Option<String>| text.map(|text| ExternalText::short(&text, VALUE));
        let field = ChangedField {
            name: None,
            before: short(before),
            after: short(after),
        };
        let says = field.before.is_some() || field.after.is_some();
        Self {
            fields: says.then_some(field).into_iter().collect(),
            more: 0,
        }
    }

    fn between(old: &Map<String, Value>, new: &Map<String, Value>) -> Self {
        let gone = old.keys().filter(|key| !new.contains_key(*key));
        let names = gone.chain(new.keys());
        let changed = names.filter(|name| field_value(old, name) != field_value(new, name));
        let value = |map: &Map<String, Value>, name: &str| {
            field_value(map, name).map(|value| ExternalText::short(&value_text(value), VALUE))
        };
        let mut delta = Self::default();
        for name in changed {
            if delta.fields.len() == FIELDS {
                delta.more += 1;
                continue;
            }
            delta.fields.push(ChangedField {
                name: Some(ExternalText::short(name, VALUE)),
                before: value(old, name),
                after: value(new, name),
            });
        }
        delta
    }
}

/// The value of a field; empty values count as not set.
fn field_value<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    fields.get(name).filter(|value| match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    })
}

/// A string as it is, other values as JSON.
fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

fn length(text: &str) -> String {
    counted(text.len(), "byte")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: Option<&str>, new: Option<&str>, expect: &[&str]) {
        let delta = ChangeDiff::of(old, new);
        let text = |value: &Option<ExternalText>| match value {
            Some(value) => value.text().to_owned(),
            None => "∅".to_owned(),
        };
        let lines = delta.fields.iter().map(|field| {
            let name = field.name.as_ref().map_or("", ExternalText::text);
            format!("{name}: {} > {}", text(&field.before), text(&field.after))
        });
        let mut lines: Vec<_> = lines.collect();
        if delta.more > 0 {
            lines.push(format!("{} more", delta.more));
        }
        assert_eq!(lines, expect);
    }

    #[test]
    fn a_change_is_told_field_by_field() {
        check(
            Some(r#"{"readOnly": true, "title": "A", "same": [1]}"#),
            Some(r#"{"same": [1], "readOnly": "unset", "extra": {"a": null}}"#),
            &[
                "title: A > ∅",
                "readOnly: true > unset",
                "extra: ∅ > {\"a\":null}",
            ],
        );
        check(None, Some(r#"{"a": null, "b": 1}"#), &["b: ∅ > 1"]);
        check(Some(r#"{"b": 1}"#), None, &["b: 1 > ∅"]);
        check(
            Some(r#"{"a": "", "b": "x", "c": []}"#),
            Some(r#"{"b": "", "c": {}, "d": false}"#),
            &["b: x > ∅", "d: ∅ > false"],
        );
        check(Some("\"x\""), Some("7"), &[": x > 7"]);
        check(Some(r#"{"a": 1}"#), Some("[2]"), &[": {\"a\":1} > [2]"]);
        check(Some("no JSON"), None, &[": no JSON > ∅"]);
        check(None, None, &[]);
    }

    #[test]
    fn no_change_is_too_large() {
        let huge = format!("\"{}\"", "x".repeat(1_000_000));
        check(Some(&huge), Some("1"), &[": 1,000,002 bytes > 1 byte"]);
        let fields: Vec<_> = (0..40).map(|at| format!("\"f{at:02}\": {at}")).collect();
        let many = format!("{{{}}}", fields.join(","));
        let delta = ChangeDiff::of(None, Some(&many));
        assert_eq!((delta.fields.len(), delta.more), (12, 28));
        assert!(delta.is_long());
        assert!(!ChangeDiff::of(None, Some(r#"{"a": 1, "b": 2}"#)).is_long());
    }
}
