//! Fixes: edits to a definition that resolve a problem.

use candor_model::Hint;
use serde_json::{Value, json};

/// How far a rule can fix its findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixKind {
    /// `--fix` applies it.
    Safe,
    /// It requires a decision, which the finding describes.
    Suggested,
    /// Only the author knows what to write.
    Manual,
}

/// The edits that fix one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LintFix {
    /// Whether it can be applied without review: it adds nothing that the definition does not
    /// already imply.
    pub is_safe: bool,
    /// The edits, in their order.
    pub edits: Vec<DefinitionEdit>,
}

/// One edit to a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionEdit {
    /// The JSON Pointer of the member.
    pub pointer: String,
    /// Its new value; none removes it.
    pub value: Option<Value>,
}

// === impl FixKind ===

candor_text::string_enum! {
    /// `safe`, `suggested` or `manual`.
    FixKind {
        Safe => "safe",
        Suggested => "suggested",
        Manual => "manual",
    }
}

// === impl LintFix ===

impl LintFix {
    /// A fix that `--fix` applies.
    pub(crate) fn safe(edits: Vec<DefinitionEdit>) -> Self {
        Self {
            is_safe: true,
            edits,
        }
    }

    /// A fix that needs review.
    pub(crate) fn suggested(edits: Vec<DefinitionEdit>) -> Self {
        Self {
            is_safe: false,
            edits,
        }
    }

    /// A fix that sets one hint, after review.
    pub(crate) fn suggested_hint(hint: Hint, value: bool) -> Self {
        Self::suggested(vec![DefinitionEdit::hint(hint, value)])
    }
}

// === impl DefinitionEdit ===

impl DefinitionEdit {
    /// Sets a member.
    pub(crate) fn set(pointer: impl Into<String>, value: Value) -> Self {
        Self {
            pointer: pointer.into(),
            value: Some(value),
        }
    }

    /// Removes a member.
    pub(crate) fn remove(pointer: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            value: None,
        }
    }

    /// Sets a hint.
    pub(crate) fn hint(hint: Hint, value: bool) -> Self {
        Self::set(format!("/annotations/{}", hint.wire()), json!(value))
    }

    /// The hint that it sets, if it sets one.
    pub fn as_hint(&self) -> Option<(Hint, bool)> {
        let key = self.pointer.strip_prefix("/annotations/")?;
        let hint = Hint::ALL.into_iter().find(|hint| hint.wire() == key)?;
        Some((hint, self.value.as_ref()?.as_bool()?))
    }

    /// The title that it sets, if it sets one.
    pub fn as_title(&self) -> Option<&str> {
        let is_title = matches!(self.pointer.as_str(), "/title" | "/annotations/title");
        self.value.as_ref().filter(|_| is_title)?.as_str()
    }

    /// Applies it to a definition. Missing objects on the way are made; an edit that does not
    /// fit, such as a member of a text, changes nothing.
    pub fn apply(&self, definition: &mut Value) {
        let Some((parent, key)) = self.pointer.rsplit_once('/') else {
            return;
        };
        let key = unescape(key);
        let Some(holder) = holder(definition, parent, self.value.is_some()) else {
            return;
        };
        match (holder, &self.value) {
            (Value::Object(members), Some(value)) => {
                members.insert(key, value.clone());
            }
            (Value::Object(members), None) => {
                members.shift_remove(&key);
            }
            (Value::Array(items), value) => {
                let Ok(index) = key.parse::<usize>() else {
                    return;
                };
                match value {
                    Some(value) if index < items.len() => items[index] = value.clone(),
                    None if index < items.len() => {
                        items.remove(index);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// The value at a pointer; with `make`, missing objects are made.
fn holder<'a>(root: &'a mut Value, pointer: &str, make: bool) -> Option<&'a mut Value> {
    let mut value = root;
    for key in pointer.split('/').skip(1).map(unescape) {
        if make && value.get(&key).is_none_or(Value::is_null) && value.is_object() {
            value[&key] = json!({});
        }
        value = match value {
            Value::Array(items) => items.get_mut(key.parse::<usize>().ok()?)?,
            other => other.get_mut(&key)?,
        };
    }
    Some(value)
}

/// A key as it is written in a JSON Pointer.
pub(crate) fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

fn unescape(key: &str) -> String {
    key.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_applied_where_they_fit() {
        let mut tool = json!({"name": "a", "annotations": null, "list": [1, 2]});
        for edit in [
            DefinitionEdit::hint(Hint::ReadOnly, true),
            DefinitionEdit::set("/a~1b", json!(1)),
            DefinitionEdit::remove("/name"),
            DefinitionEdit::remove("/list/0"),
            DefinitionEdit::set("/list/7", json!(3)),
            DefinitionEdit::remove("/nowhere/at/all"),
            DefinitionEdit::set("/list/x/y", json!(3)),
            DefinitionEdit::remove(""),
        ] {
            edit.apply(&mut tool);
        }
        assert_eq!(
            tool,
            json!({"annotations": {"readOnlyHint": true}, "list": [2], "a/b": 1})
        );
    }
}
