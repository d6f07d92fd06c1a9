//! What a change changed: field by field, before and after.

use candor_frame::Outside;
use serde_json::{Map, Value};

/// How many fields are shown.
const FIELDS: usize = 12;

/// How many of them are shown without being asked for.
const FEW: usize = 2;

/// The most characters of a value.
const VALUE: usize = 240;

/// The most bytes that are taken apart; longer values are told by their length.
const BYTES: usize = 256 * 1024;

/// What a change changed.
#[derive(Debug, Default)]
pub(crate) struct Delta {
    pub(crate) fields: Vec<Field>,
    /// How many fields are not shown.
    pub(crate) more: usize,
}

/// One field, or all of it where it has none.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: Option<Outside>,
    pub(crate) before: Option<Outside>,
    pub(crate) after: Option<Outside>,
}

// === impl Delta ===

impl Delta {
    /// Whether there is too much of it for a list.
    pub(crate) fn is_long(&self) -> bool {
        self.fields.len() > FEW
    }

    /// Between two values as JSON; nothing stands for nothing.
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
            (old, new) => Self::whole(old.as_ref().map(shown), new.as_ref().map(shown)),
        }
    }

    fn whole(before: Option<String>, after: Option<String>) -> Self {
        let short = |text: Option<String>| text.map(|text| Outside::short(&text, VALUE));
        let field = Field {
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
        let changed = names.filter(|name| said(old, name) != said(new, name));
        let value = |map: &Map<String, Value>, name: &str| {
            said(map, name).map(|value| Outside::short(&shown(value), VALUE))
        };
        let mut delta = Self::default();
        for name in changed {
            if delta.fields.len() == FIELDS {
                delta.more += 1;
                continue;
            }
            delta.fields.push(Field {
                name: Some(Outside::short(name, VALUE)),
                before: value(old, name),
                after: value(new, name),
            });
        }
        delta
    }
}

/// What is said about a field. What is empty says nothing.
fn said<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    fields.get(name).filter(|value| match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    })
}

/// A text as it is, anything else as JSON.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

fn length(text: &str) -> String {
    format!("{} bytes", crate::number::grouped(text.len() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: Option<&str>, new: Option<&str>, expect: &[&str]) {
        let delta = Delta::of(old, new);
        let text = |value: &Option<Outside>| match value {
            Some(value) => value.text().to_owned(),
            None => "∅".to_owned(),
        };
        let lines = delta.fields.iter().map(|field| {
            let name = field.name.as_ref().map_or("", Outside::text);
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
        check(Some(&huge), Some("1"), &[": 1,000,002 bytes > 1 bytes"]);
        let fields: Vec<_> = (0..40).map(|at| format!("\"f{at:02}\": {at}")).collect();
        let many = format!("{{{}}}", fields.join(","));
        let delta = Delta::of(None, Some(&many));
        assert_eq!((delta.fields.len(), delta.more), (12, 28));
        assert!(delta.is_long());
        assert!(!Delta::of(None, Some(r#"{"a": 1, "b": 2}"#)).is_long());
    }
}
