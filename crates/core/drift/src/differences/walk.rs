//! Walks two values in parallel.
//!
//! Both were parsed from text, so their nesting is limited by the parser (128), and recursion is
//! safe.

use std::collections::{BTreeSet, HashMap};

use candor_model::Hint;
use candor_schema::canonical;
use serde_json::Value;

use super::alike;
use super::lines::BoundedLines;
use super::path::{DifferenceStep, ValuePath};
use super::text;
use crate::definition::DefinitionMembers;

/// The members of a definition that are shown before its others.
const FIRST: [&str; 4] = ["description", "title", "inputSchema", "outputSchema"];

/// A walk, and where it is.
pub(super) struct DifferenceWalk<'l, 'a> {
    lines: &'l mut BoundedLines,
    path: Vec<DifferenceStep<'a>>,
}

// === impl DifferenceWalk ===

impl<'l, 'a> DifferenceWalk<'l, 'a> {
    /// A walk that has not begun.
    pub(super) fn new(lines: &'l mut BoundedLines) -> Self {
        let path = Vec::new();
        Self { lines, path }
    }

    /// All differences except hints, which are reported separately.
    pub(super) fn definitions(&mut self, pinned: &'a Value, found: &'a Value) {
        let (Value::Object(old), Value::Object(new)) = (pinned, found) else {
            return self.values(pinned, found);
        };
        for key in FIRST {
            self.member(key, old.get(key), new.get(key));
        }
        for key in keys(old, new) {
            match key {
                "annotations" => self.annotations(old.get(key), new.get(key)),
                first if FIRST.contains(&first) => {}
                other => self.member(other, old.get(other), new.get(other)),
            }
        }
    }

    /// Annotations except hints. If one side has none, an object on the other side is compared with
    /// an empty one, unless there is nothing else to report.
    fn annotations(&mut self, pinned: Option<&'a Value>, found: Option<&'a Value>) {
        let is_hint = |key: &str| Hint::ALL.iter().any(|hint| hint.wire() == key);
        let (old, new) = match (pinned, found) {
            (Some(Value::Object(old)), Some(Value::Object(new))) => (Some(old), Some(new)),
            (Some(Value::Object(old)), None) if !old.is_empty() => (Some(old), None),
            (None, Some(Value::Object(new))) if !new.is_empty() => (None, Some(new)),
            _ => return self.member("annotations", pinned, found),
        };
        let members = |side: Option<&'a DefinitionMembers>| {
            side.into_iter().flat_map(DefinitionMembers::keys)
        };
        let keys: BTreeSet<&str> = members(old)
            .chain(members(new))
            .map(String::as_str)
            .collect();
        self.path.push(DifferenceStep::Key("annotations"));
        for key in keys.into_iter().filter(|key| !is_hint(key)) {
            let side = |side: Option<&'a DefinitionMembers>| side.and_then(|side| side.get(key));
            self.member(key, side(old), side(new));
        }
        self.path.pop();
    }

    fn member(&mut self, key: &'a str, pinned: Option<&'a Value>, found: Option<&'a Value>) {
        self.step(DifferenceStep::Key(key), pinned, found);
    }

    fn step(
        &mut self,
        step: DifferenceStep<'a>,
        pinned: Option<&'a Value>,
        found: Option<&'a Value>,
    ) {
        self.path.push(step);
        match (pinned, found) {
            (Some(pinned), Some(found)) => self.values(pinned, found),
            (None, Some(found)) => self.say(|| format!(" added: {}", text::show(found))),
            (Some(pinned), None) => self.say(|| format!(" removed: {}", text::show(pinned))),
            (None, None) => {}
        }
        self.path.pop();
    }

    fn values(&mut self, pinned: &'a Value, found: &'a Value) {
        match (pinned, found) {
            (Value::Object(old), Value::Object(new)) => {
                for key in keys(old, new) {
                    self.member(key, old.get(key), new.get(key));
                }
            }
            (Value::Array(old), Value::Array(new)) => self.arrays(old, new),
            (Value::String(old), Value::String(new)) => {
                if old != new {
                    self.say(|| format!(": {}", text::change(old, new)));
                }
            }
            _ if alike(pinned, found) => {}
            _ => self.say(|| format!(": {} → {}", text::show(pinned), text::show(found))),
        }
    }

    /// A list of plain values, such as `required` or `enum`, is taken as a set; any other item by
    /// item.
    fn arrays(&mut self, pinned: &'a [Value], found: &'a [Value]) {
        let is_plain = |value: &Value| !value.is_object() && !value.is_array();
        if pinned.iter().chain(found).all(is_plain) {
            return self.sets(pinned, found);
        }
        // An insertion at the front must not make every later item differ.
        let (head, tail) = if pinned.len() == found.len() {
            (0, 0)
        } else {
            common_ends(pinned, found)
        };
        let old = &pinned[head..pinned.len() - tail];
        let new = &found[head..found.len() - tail];
        for at in 0..old.len().max(new.len()) {
            self.step(DifferenceStep::Index(head + at), old.get(at), new.get(at));
        }
    }

    fn sets(&mut self, pinned: &'a [Value], found: &'a [Value]) {
        let before = self.lines.total();
        for (word, item) in surplus(found, pinned)
            .map(|item| ("added", item))
            .chain(surplus(pinned, found).map(|item| ("removed", item)))
        {
            self.say(|| format!(": {word} {}", text::show(item)));
        }
        let same_order = || pinned.iter().zip(found).all(|(old, new)| alike(old, new));
        if self.lines.total() == before && !same_order() {
            let show = |items: &[Value]| text::show(&Value::from(items));
            self.say(|| format!(": order changed: {} → {}", show(pinned), show(found)));
        }
    }

    /// Adds a line about where the walk is.
    fn say(&mut self, what: impl FnOnce() -> String) {
        let path = ValuePath(&self.path);
        self.lines.push(|| format!("{path}{}", what()));
    }
}

/// The keys of both, each once, sorted.
fn keys<'a>(one: &'a DefinitionMembers, other: &'a DefinitionMembers) -> BTreeSet<&'a str> {
    one.keys().chain(other.keys()).map(String::as_str).collect()
}

/// The items of `some` that `others` do not have, or have less often, in order.
fn surplus<'a>(some: &'a [Value], others: &[Value]) -> impl Iterator<Item = &'a Value> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for other in others {
        *counts.entry(canonical(other)).or_default() += 1;
    }
    some.iter().filter(move |item| {
        let count = counts.entry(canonical(item)).or_default();
        let had = *count > 0;
        *count = count.saturating_sub(1);
        !had
    })
}

/// The number of common items at the beginning and, after that, at the end of both lists.
fn common_ends(one: &[Value], other: &[Value]) -> (usize, usize) {
    let equal = |pair: &(&Value, &Value)| pair.0 == pair.1;
    let head = one.iter().zip(other).take_while(equal).count();
    let (one, other) = (one[head..].iter().rev(), other[head..].iter().rev());
    (head, one.zip(other).take_while(equal).count())
}
