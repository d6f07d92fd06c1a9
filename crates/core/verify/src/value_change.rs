//! Differences between two values: results of a read, or texts of a file.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::words::has_word;

/// The most differences that are listed.
const MOST: usize = 12;

/// One difference between two values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValueChange {
    /// The place, as a JSON pointer in which `*` stands for any item of a list.
    pub pointer: String,
    /// Whether the part is new, gone or changed.
    pub what: ValueChangeKind,
    /// How much the change says about an effect.
    pub weight: ChangeWeight,
    /// The old value, shortened.
    pub before: String,
    /// The new value, shortened.
    pub after: String,
}

/// The kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueChangeKind {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It is another one.
    Changed,
}

/// The significance of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeWeight {
    /// Times, versions, digests: they follow any access or write.
    Bookkeeping,
    /// A number or a truth value.
    Weak,
    /// A text, an item, a member.
    Strong,
}

/// Words in the names of bookkeeping members.
const BOOKS: [&str; 36] = [
    "updated",
    "modified",
    "accessed",
    "timestamp",
    "time",
    "date",
    "uptime",
    "elapsed",
    "duration",
    "version",
    "revision",
    "rev",
    "etag",
    "sequence",
    "seq",
    "generation",
    "calls",
    "requests",
    "hits",
    "misses",
    "cache",
    "cached",
    "latency",
    "pid",
    "port",
    "memory",
    "bytes",
    "size",
    "age",
    "ttl",
    "last",
    "checksum",
    "hash",
    "digest",
    "usage",
    "history",
];

// === impl ValueChange ===

impl ValueChange {
    /// Whether something that was there is gone or overwritten.
    pub fn is_loss(&self) -> bool {
        self.weight == ChangeWeight::Strong && self.what != ValueChangeKind::Added
    }

    /// In a sentence.
    pub fn sentence(&self) -> String {
        let quote = candor_text::quote;
        let at = match self.pointer.as_str() {
            "" | "/*" => String::new(),
            pointer => format!(" at {}", candor_text::printable(pointer)),
        };
        match self.what {
            ValueChangeKind::Added => format!("{} is new{at}", quote(&self.after)),
            ValueChangeKind::Removed => format!("{} is gone{at}", quote(&self.before)),
            ValueChangeKind::Changed => {
                format!("{} became {}{at}", quote(&self.before), quote(&self.after))
            }
        }
    }
}

/// The differences between two texts: by member if they are JSON, else by line.
pub(crate) fn compare_texts(old: &str, new: &str) -> Vec<ValueChange> {
    compare(&as_value(old), &as_value(new), &BTreeSet::new())
}

/// A text as a value: JSON, or a list of its lines.
pub fn as_value(text: &str) -> Value {
    match serde_json::from_str::<Value>(text) {
        Ok(value) if value.is_object() || value.is_array() => value,
        _ => Value::Array(text.lines().map(line_value).collect()),
    }
}

/// A line of JSON Lines is a value of its own.
fn line_value(line: &str) -> Value {
    match serde_json::from_str::<Value>(line) {
        Ok(value) if value.is_object() => value,
        _ => Value::from(line),
    }
}

/// The differences, except at volatile pointers. The order of lists is ignored.
pub fn compare(old: &Value, new: &Value, volatile: &BTreeSet<String>) -> Vec<ValueChange> {
    let mut comparison = Comparison {
        volatile,
        found: Vec::new(),
    };
    // A single line of JSON Lines parses as a document, several as a list.
    match (old, new) {
        (Value::Object(_), Value::Array(news)) => {
            comparison.lists("/*", std::slice::from_ref(old), news);
        }
        (Value::Array(olds), Value::Object(_)) => {
            comparison.lists("/*", olds, std::slice::from_ref(new));
        }
        _ => comparison.walk("", old, new),
    }
    comparison.found
}

struct Comparison<'a> {
    volatile: &'a BTreeSet<String>,
    found: Vec<ValueChange>,
}

// === impl Comparison ===

impl Comparison<'_> {
    fn walk(&mut self, at: &str, old: &Value, new: &Value) {
        if old == new || self.found.len() >= MOST {
            return;
        }
        match (old, new) {
            (Value::Object(olds), Value::Object(news)) => {
                for (key, old) in olds {
                    let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
                    match news.get(key) {
                        Some(new) => self.walk(&at, old, new),
                        None => self.note(&at, ValueChangeKind::Removed, old, &Value::Null),
                    }
                }
                for (key, new) in news.iter().filter(|(key, _)| !olds.contains_key(*key)) {
                    let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
                    self.note(&at, ValueChangeKind::Added, &Value::Null, new);
                }
            }
            (Value::Array(olds), Value::Array(news)) => self.lists(&format!("{at}/*"), olds, news),
            (Value::Null, _) => self.note(at, ValueChangeKind::Added, old, new),
            (_, Value::Null) => self.note(at, ValueChangeKind::Removed, old, new),
            _ => self.note(at, ValueChangeKind::Changed, old, new),
        }
    }

    /// Items are paired if they are equal, then if they are the same thing with other content.
    fn lists(&mut self, at: &str, olds: &[Value], news: &[Value]) {
        let mut left: Vec<&Value> = news.iter().collect();
        let mut gone: Vec<&Value> = Vec::new();
        for old in olds {
            match left.iter().position(|new| *new == old) {
                Some(found) => drop(left.remove(found)),
                None => gone.push(old),
            }
        }
        for old in gone {
            match left.iter().position(|new| is_same_thing(old, new)) {
                Some(found) => {
                    let new = left.remove(found);
                    self.walk(at, old, new);
                }
                None => self.note(at, ValueChangeKind::Removed, old, &Value::Null),
            }
        }
        for new in left {
            self.note(at, ValueChangeKind::Added, &Value::Null, new);
        }
    }

    fn note(&mut self, at: &str, what: ValueChangeKind, old: &Value, new: &Value) {
        let is_volatile = self.volatile.iter().any(|one| {
            at == one
                || at
                    .strip_prefix(one.as_str())
                    .is_some_and(|rest| rest.starts_with('/'))
        });
        if !is_volatile && self.found.len() < MOST {
            self.found.push(ValueChange {
                pointer: at.to_owned(),
                what,
                weight: weight(at, what, old, new),
                before: shown(old),
                after: shown(new),
            });
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => candor_text::clip(text, 80),
        other => candor_text::clip(&other.to_string(), 80),
    }
}

fn weight(at: &str, what: ValueChangeKind, old: &Value, new: &Value) -> ChangeWeight {
    let key = at.rsplit('/').find(|part| *part != "*").unwrap_or_default();
    if has_word(key, &BOOKS) {
        return ChangeWeight::Bookkeeping;
    }
    if what != ValueChangeKind::Changed {
        return ChangeWeight::Strong;
    }
    match (old, new) {
        (Value::String(old), Value::String(new)) => {
            let grown = new.starts_with(old.as_str());
            if without_numbers(old) == without_numbers(new) {
                ChangeWeight::Bookkeeping
            } else if grown {
                ChangeWeight::Weak
            } else {
                ChangeWeight::Strong
            }
        }
        (Value::Number(_), Value::Number(_)) | (Value::Bool(_), Value::Bool(_)) => {
            ChangeWeight::Weak
        }
        _ => ChangeWeight::Strong,
    }
}

/// Whether two items are the same thing: by an id or a name, or because they differ in books or
/// numbers only.
fn is_same_thing(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let names = ["id", "uuid", "key", "name", "path", "title"];
            let is_named = names
                .iter()
                .any(|key| old.get(*key).is_some_and(|id| Some(id) == new.get(*key)));
            let mut members = old.iter();
            let is_equal = old.len() == new.len()
                && members.all(|(key, value)| match new.get(key) {
                    Some(other) => other == value || has_word(key, &BOOKS),
                    None => false,
                });
            is_named || is_equal
        }
        (Value::String(old), Value::String(new)) => {
            (old.len() > 3 && new.starts_with(old.as_str()))
                || without_numbers(old) == without_numbers(new)
        }
        _ => false,
    }
}

/// A text with every number, time and digest replaced.
fn without_numbers(text: &str) -> String {
    let mut plain = String::new();
    for word in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let end = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let has_digit = end.bytes().any(|byte| byte.is_ascii_digit());
        if has_digit {
            plain.push('#');
            plain.push_str(&word[end.len()..]);
        } else {
            plain.push_str(word);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn kinds(old: &Value, new: &Value) -> Vec<(ValueChangeKind, ChangeWeight)> {
        let found = compare(old, new, &BTreeSet::new());
        found.iter().map(|one| (one.what, one.weight)).collect()
    }

    #[test]
    fn differences_have_a_kind_and_a_weight() {
        use ChangeWeight::{Bookkeeping, Strong, Weak};
        use ValueChangeKind::{Added, Changed, Removed};
        for (old, new, expect) in [
            (json!([1, 2]), json!([2, 1]), vec![]),
            (
                json!({"a": 1}),
                json!({"a": 1, "b": 2}),
                vec![(Added, Strong)],
            ),
            (
                json!([{"id": 1, "t": "x"}]),
                json!([]),
                vec![(Removed, Strong)],
            ),
            (
                json!([{"id": 1, "t": "x"}]),
                json!([{"id": 1, "t": "y"}]),
                vec![(Changed, Strong)],
            ),
            (
                json!([{"topic": "x", "last_checked": "a"}]),
                json!([{"topic": "x", "last_checked": "b"}]),
                vec![(Changed, Bookkeeping)],
            ),
            (
                json!([{"topic": "x", "last_checked": "a"}]),
                json!([{"topic": "y", "last_checked": "a"}]),
                vec![(Removed, Strong), (Added, Strong)],
            ),
            (
                json!({"count": 1}),
                json!({"count": 2}),
                vec![(Changed, Weak)],
            ),
            (
                json!({"updated_at": "a"}),
                json!({"updated_at": "b"}),
                vec![(Changed, Bookkeeping)],
            ),
            (
                json!({"t": "at 10:02"}),
                json!({"t": "at 11:55"}),
                vec![(Changed, Bookkeeping)],
            ),
        ] {
            assert_eq!(kinds(&old, &new), expect, "{old} {new}");
        }
    }

    #[test]
    fn volatile_members_are_left_out() {
        let volatile = BTreeSet::from(["/items/*/now".to_owned()]);
        let old = json!({"items": [{"id": 1, "now": "a"}]});
        let new = json!({"items": [{"id": 1, "now": "b"}]});
        assert!(compare(&old, &new, &volatile).is_empty());
    }

    #[test]
    fn lines_that_stay_are_no_loss() {
        for (old, new, lost) in [
            ("a\nb\n", "a\nb\nc\n", false),
            ("a\nb\n", "x\na\nb\n", false),
            ("a\nb\n", "a\n", true),
            ("hello\n", "bye\n", true),
            ("{\"a\":1}\n", "{\"a\":1}\n{\"b\":2}\n", false),
            ("", "{\"a\":1}\n", false),
            ("{\"a\":1}\n{\"b\":2}\n", "{\"a\":1}\n", true),
            (
                "{\"a\":1}\n{\"b\":2}\n",
                "{\"a\":1}\n{\"b\":2}\n{\"c\":3}\n",
                false,
            ),
            (
                "{\"items\": [\"a\"], \"next\": 2}",
                "{\"items\": [\"a\", \"b\"], \"next\": 3}",
                false,
            ),
        ] {
            let found = compare_texts(old, new);
            assert_eq!(
                found.iter().any(ValueChange::is_loss),
                lost,
                "{old:?} {new:?} {found:?}"
            );
        }
    }
}
