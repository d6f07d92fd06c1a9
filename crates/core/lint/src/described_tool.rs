//! A tool known only by its definition, for example from a dump.

use candor_infer::{HttpMethod, InputSchema, SourceFacts, ToolFacts, ToolInference};
use candor_model::{DestructivePolicy, FilePosition, Hint, Hints};
use serde_json::Value;

/// A tool as its definition describes it. All text in it is untrusted.
#[derive(Debug)]
pub struct DescribedTool {
    /// The name that the source gives the tool.
    pub name: String,
    /// The hints that the source declares.
    pub declared: Hints,
    /// The title that clients display.
    pub title: Option<String>,
    /// The whole definition.
    pub definition: Value,
    /// The HTTP method behind the tool.
    pub method: Option<HttpMethod>,
    /// The path of the API behind the tool.
    pub path: Option<String>,
    /// The place of the definition, if known.
    pub place: Option<FilePosition>,
    /// The permissions that a caller needs.
    pub(crate) scopes: Vec<String>,
    description: Option<String>,
    tags: Vec<String>,
}

/// The settings for inferring hints from a tool.
#[derive(Clone, Copy, Debug, Default)]
pub struct InferOptions {
    /// What counts as destructive.
    pub destructive: DestructivePolicy,
    /// Whether the source reaches external systems, if that is known.
    pub open_world: Option<bool>,
}

/// Why a JSON value is not a tool definition. The value is shortened to its beginning.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum DefinitionError {
    /// It is not an object.
    #[error("a tool must be a JSON object, not `{0}`")]
    NotAnObject(String),
    /// There is no name.
    #[error("the tool has no `name`")]
    NoName,
    /// The name is empty or not a string.
    #[error("the tool's `name` must be a string, not `{0}`")]
    InvalidName(String),
}

/// Infers hints for each tool of a source, in their order.
pub fn infer(source: &str, tools: &[DescribedTool], options: InferOptions) -> Vec<ToolInference> {
    let facts: Vec<ToolFacts<'_>> = tools.iter().map(DescribedTool::facts).collect();
    candor_infer::infer(&SourceFacts {
        name: source,
        tools: &facts,
        destructive: options.destructive,
        open_world: options.open_world,
    })
}

// === impl DescribedTool ===

impl DescribedTool {
    /// Parses a definition. Only the name is required; unknown keys are ignored.
    pub fn read(definition: Value) -> Result<Self, DefinitionError> {
        if !definition.is_object() {
            return Err(DefinitionError::NotAnObject(beginning(&definition)));
        }
        let name = match definition.get("name") {
            Some(Value::String(name)) if !name.is_empty() => name.clone(),
            Some(other) => return Err(DefinitionError::InvalidName(beginning(other))),
            None => return Err(DefinitionError::NoName),
        };
        let annotations = definition.get("annotations").unwrap_or(&Value::Null);
        let method = text(&definition, "method").and_then(|word| HttpMethod::parse(&word));
        Ok(Self {
            name,
            declared: declared(annotations),
            title: text(&definition, "title").or_else(|| text(annotations, "title")),
            description: text(&definition, "description"),
            method,
            // Without a method it may be the path of a file.
            path: text(&definition, "path").filter(|_| method.is_some()),
            place: None,
            scopes: texts(&definition, "scopes"),
            tags: texts(&definition, "tags"),
            definition,
        })
    }

    fn facts(&self) -> ToolFacts<'_> {
        ToolFacts {
            name: &self.name,
            title: self.title.as_deref(),
            description: self.description.as_deref(),
            input_schema: self.definition.get("inputSchema").map(InputSchema::Value),
            method: self.method,
            path: self.path.as_deref(),
            scopes: &self.scopes,
            tags: &self.tags,
            declared: self.declared,
        }
    }
}

fn beginning(value: &Value) -> String {
    value.to_string().chars().take(40).collect()
}

fn declared(annotations: &Value) -> Hints {
    let value = |hint: Hint| Some((hint, annotations.get(hint.wire())?.as_bool()?));
    Hint::ALL.into_iter().filter_map(value).collect()
}

fn text(holder: &Value, key: &str) -> Option<String> {
    let text = holder.get(key)?.as_str()?;
    (!text.trim().is_empty()).then(|| text.to_owned())
}

fn texts(holder: &Value, key: &str) -> Vec<String> {
    let list = holder.get(key).and_then(Value::as_array);
    let texts = list.into_iter().flatten().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn known_members_are_read_and_the_rest_is_ignored() {
        let tool = DescribedTool::read(json!({
            "name": "delete_page",
            "title": null,
            "annotations": {"title": "Delete", "destructiveHint": true, "readOnlyHint": "no"},
            "path": "src/page.rs",
            "tags": ["write", 7],
            "inputSchema": {"type": "object"},
        }))
        .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(tool.title.as_deref(), Some("Delete"));
        assert_eq!(tool.declared, Hints::UNSET.with(Hint::Destructive, true));
        assert!(tool.facts().input_schema.is_some());
        assert_eq!((tool.path, tool.tags), (None, vec!["write".to_owned()]));
    }

    #[test]
    fn a_value_that_is_no_definition_is_rejected() {
        for (value, expect) in [
            (json!([1]), "a tool must be a JSON object, not `[1]`"),
            (json!({}), "the tool has no `name`"),
            (
                json!({"name": 3}),
                "the tool's `name` must be a string, not `3`",
            ),
            (
                json!({"name": ""}),
                "the tool's `name` must be a string, not `\"\"`",
            ),
        ] {
            let error = DescribedTool::read(value).expect_err("it is no definition");
            assert_eq!(error.to_string(), expect);
        }
    }
}
