//! All texts of a definition that a model may read, at any depth.

use serde_json::Value;

use crate::{LintProblem, LintSubject};

/// A text and the JSON Pointer of its place.
pub(crate) struct TextField<'a> {
    pub(crate) pointer: &'a str,
    pub(crate) text: &'a str,
    /// Whether it is the name of a member, which cannot be edited in place.
    pub(crate) is_key: bool,
}

/// The maximum nesting; JSON text cannot be parsed beyond it.
const DEPTH: usize = 128;

/// Members that no model is shown.
const UNSEEN: [&str; 2] = ["icons", "_meta"];

/// A walk through a definition. Large APIs have millions of texts, so that the pointer is one text
/// that grows and shrinks on the way.
struct TextWalk<'f> {
    pointer: String,
    check: &'f mut dyn FnMut(&TextField<'_>),
}

/// Applies a check to all texts of a definition: names, titles, descriptions, enum values, defaults
/// and parameter names, at every depth.
pub(crate) fn find_in_texts(
    subject: &LintSubject,
    check: impl Fn(&TextField<'_>) -> Option<LintProblem>,
) -> Vec<LintProblem> {
    let mut found = Vec::new();
    let mut add = |field: &TextField<'_>| found.extend(check(field));
    let mut walk = TextWalk {
        pointer: String::new(),
        check: &mut add,
    };
    if let Some(members) = subject.definition.as_object() {
        for (key, value) in members {
            if !UNSEEN.contains(&key.as_str()) {
                walk.within(key, |walk| walk.visit(value, 0));
            }
        }
    }
    found
}

/// Applies a check to the descriptions of the tool and its parameters.
pub(crate) fn find_in_descriptions(
    subject: &LintSubject,
    check: impl Fn(&TextField<'_>) -> Option<LintProblem>,
) -> Vec<LintProblem> {
    find_in_texts(subject, |field| {
        let describes = !field.is_key
            && (field.pointer.ends_with("/description") || field.pointer.ends_with("/title"));
        if describes { check(field) } else { None }
    })
}

// === impl TextWalk ===

impl TextWalk<'_> {
    /// Visits a member.
    fn within(&mut self, key: &str, visit: impl FnOnce(&mut Self)) {
        let before = self.pointer.len();
        self.pointer.push('/');
        for c in key.chars() {
            match c {
                '~' => self.pointer.push_str("~0"),
                '/' => self.pointer.push_str("~1"),
                c => self.pointer.push(c),
            }
        }
        visit(self);
        self.pointer.truncate(before);
    }

    fn visit(&mut self, value: &Value, depth: usize) {
        match value {
            Value::String(text) => self.tell(text, false),
            Value::Array(items) if depth < DEPTH => {
                for (index, item) in items.iter().enumerate() {
                    let index = index.to_string();
                    self.within(&index, |walk| walk.visit(item, depth + 1));
                }
            }
            Value::Object(members) if depth < DEPTH => {
                for (key, member) in members {
                    self.within(key, |walk| {
                        walk.tell(key, true);
                        walk.visit(member, depth + 1);
                    });
                }
            }
            _ => {}
        }
    }

    fn tell(&mut self, text: &str, is_key: bool) {
        (self.check)(&TextField {
            pointer: &self.pointer,
            text,
            is_key,
        });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_text_has_its_pointer() {
        let subject = LintSubject {
            definition: json!({
                "name": "a",
                "icons": [{"src": "data:"}],
                "inputSchema": {"properties": {"x/y": {"enum": ["one"], "default": "two"}}},
            }),
            ..LintSubject::default()
        };
        let found = find_in_texts(&subject, |field| {
            let problem = LintProblem::new(field.text.to_owned()).at(field.pointer);
            (!field.is_key).then_some(problem)
        });
        let texts: Vec<_> = found
            .iter()
            .map(|one| (one.pointer.as_str(), one.message.as_str()))
            .collect();
        assert_eq!(
            texts,
            [
                ("/name", "a"),
                ("/inputSchema/properties/x~1y/enum/0", "one"),
                ("/inputSchema/properties/x~1y/default", "two"),
            ]
        );
    }
}
