//! Every text of a definition that a model may read, however deep.

use serde_json::Value;

use crate::LintSubject;
use crate::fix::escape;

/// A text and the JSON Pointer of its place.
pub(crate) struct TextField<'a> {
    pub(crate) pointer: String,
    pub(crate) text: &'a str,
    /// Whether it is the name of a member, which cannot be edited in place.
    pub(crate) is_key: bool,
}

/// How deep a definition is looked at. Deeper ones cannot be read from JSON text.
const DEPTH: usize = 128;

/// Members that no model is shown.
const UNSEEN: [&str; 2] = ["icons", "_meta"];

/// Every text of a definition: names, titles, descriptions, enum values, defaults and the names of
/// parameters, at every depth.
pub(crate) fn text_fields(subject: &LintSubject) -> Vec<TextField<'_>> {
    let mut fields = Vec::new();
    if let Some(members) = subject.definition.as_object() {
        for (key, value) in members {
            if !UNSEEN.contains(&key.as_str()) {
                collect(value, format!("/{}", escape(key)), 0, &mut fields);
            }
        }
    }
    fields
}

/// The texts that describe: the description of the tool, and those of its parameters.
pub(crate) fn descriptions(subject: &LintSubject) -> impl Iterator<Item = TextField<'_>> {
    let is_description = |field: &TextField<'_>| {
        !field.is_key
            && (field.pointer.ends_with("/description") || field.pointer.ends_with("/title"))
    };
    text_fields(subject).into_iter().filter(is_description)
}

fn collect<'a>(value: &'a Value, pointer: String, depth: usize, fields: &mut Vec<TextField<'a>>) {
    match value {
        Value::String(text) => fields.push(TextField {
            pointer,
            text,
            is_key: false,
        }),
        Value::Array(items) if depth < DEPTH => {
            for (index, item) in items.iter().enumerate() {
                collect(item, format!("{pointer}/{index}"), depth + 1, fields);
            }
        }
        Value::Object(members) if depth < DEPTH => {
            for (key, member) in members {
                let pointer = format!("{pointer}/{}", escape(key));
                fields.push(TextField {
                    pointer: pointer.clone(),
                    text: key,
                    is_key: true,
                });
                collect(member, pointer, depth + 1, fields);
            }
        }
        _ => {}
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
        let fields = text_fields(&subject);
        let texts: Vec<_> = fields
            .iter()
            .filter(|field| !field.is_key)
            .map(|field| (field.pointer.as_str(), field.text))
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
