//! The readable parts of a definition. Invalid parts are omitted here and visible in the raw
//! definition.

use candor_wire::RawJson;
use serde_json::Value;

/// The members of a definition that pages show.
#[derive(Debug, Default)]
pub(crate) struct ContentDefinition {
    pub(crate) name: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) mime_type: Option<String>,
    /// The size in bytes.
    pub(crate) size: Option<u64>,
    pub(crate) arguments: Vec<PromptArgument>,
    pub(crate) annotations: Vec<(&'static str, String)>,
}

/// An argument of a prompt.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PromptArgument {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) required: bool,
}

// === impl ContentDefinition ===

impl ContentDefinition {
    pub(crate) fn read(definition: &RawJson) -> Self {
        let Ok(value) = definition.decode::<Value>() else {
            return Self::default();
        };
        let arguments = value["arguments"].as_array().into_iter().flatten();
        Self {
            name: text(&value["name"]),
            title: text(&value["title"]),
            description: text(&value["description"]),
            mime_type: text(&value["mimeType"]),
            size: value["size"].as_u64(),
            arguments: arguments.filter_map(PromptArgument::read).collect(),
            annotations: annotations(&value["annotations"]),
        }
    }
}

// === impl PromptArgument ===

impl PromptArgument {
    fn read(value: &Value) -> Option<Self> {
        let title = text(&value["title"]);
        Some(Self {
            name: text(&value["name"])?,
            description: text(&value["description"]).or(title).unwrap_or_default(),
            required: value["required"].as_bool().unwrap_or(false),
        })
    }
}

/// A non-empty text.
fn text(value: &Value) -> Option<String> {
    let text = value.as_str()?;
    (!text.trim().is_empty()).then(|| text.to_owned())
}

fn annotations(value: &Value) -> Vec<(&'static str, String)> {
    let audience = value["audience"].as_array().map(|roles| {
        let roles = roles.iter().filter_map(Value::as_str);
        roles.collect::<Vec<_>>().join(", ")
    });
    let priority = value["priority"].as_f64().map(|number| number.to_string());
    [
        ("Audience", audience),
        ("Priority", priority),
        ("Last modified", text(&value["lastModified"])),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?)))
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &'static str) -> ContentDefinition {
        ContentDefinition::read(&RawJson::parse(text).expect("JSON"))
    }

    #[test]
    fn what_is_well_formed_is_read() {
        let read = read(
            r#"{"name": "greet", "title": " ", "size": 12, "mimeType": "text/plain",
                "arguments": [{"name": "who", "title": "Whom", "required": true}, {"name": "how"}],
                "annotations": {"audience": ["user", "assistant"], "priority": 0.5}}"#,
        );
        assert_eq!((read.name.as_deref(), read.title), (Some("greet"), None));
        assert_eq!(
            (read.size, read.mime_type.as_deref()),
            (Some(12), Some("text/plain"))
        );
        let argument = |name: &str, description: &str, required| PromptArgument {
            name: name.to_owned(),
            description: description.to_owned(),
            required,
        };
        let expect = [argument("who", "Whom", true), argument("how", "", false)];
        assert_eq!(read.arguments, expect);
        let expect = [
            ("Audience", "user, assistant".to_owned()),
            ("Priority", "0.5".to_owned()),
        ];
        assert_eq!(read.annotations, expect);
    }

    #[test]
    fn what_is_not_is_left_out() {
        let read = read(
            r#"{"name": 7, "title": {}, "size": -1, "arguments": [7, {"name": ""}, {"required": true}],
                "annotations": ["x"], "mimeType": null}"#,
        );
        assert_eq!(
            (read.name, read.title, read.size, read.mime_type),
            (None, None, None, None)
        );
        assert_eq!(read.arguments, []);
        assert_eq!(read.annotations, []);
    }
}
