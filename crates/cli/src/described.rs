//! A tool as a definition describes it, wherever the definition was kept.

use candor_infer::{Inference, Method, SourceFacts, ToolFacts};
use candor_model::{DestructivePolicy, Hint, Hints};
use serde_json::Value;

/// One tool, ready to be looked at. Everything in it is a stranger's word.
pub(crate) struct Described {
    /// What its source calls it.
    pub(crate) name: String,
    /// What the source says about it.
    pub(crate) declared: Hints,
    /// The title.
    pub(crate) title: Option<String>,
    /// All that was written.
    pub(crate) definition: Value,
    /// The HTTP method behind it.
    pub(crate) method: Option<Method>,
    /// The path of the API behind it.
    pub(crate) path: Option<String>,
    description: Option<String>,
    scopes: Vec<String>,
    tags: Vec<String>,
}

/// How evidence is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// What counts as destructive.
    pub(crate) destructive: DestructivePolicy,
    /// Whether the source reaches outside, where somebody said.
    pub(crate) open_world: Option<bool>,
}

/// What is found about each tool of a source, in their order.
pub(crate) fn infer(source: &str, tools: &[Described], reading: Reading) -> Vec<Inference> {
    let facts: Vec<ToolFacts<'_>> = tools.iter().map(Described::facts).collect();
    candor_infer::infer(&SourceFacts {
        name: source,
        tools: &facts,
        destructive: reading.destructive,
        open_world: reading.open_world,
    })
}

// === impl Described ===

impl Described {
    /// Reads a definition. What is not understood is passed over; only a name there must be.
    pub(crate) fn read(definition: Value) -> Result<Self, String> {
        if !definition.is_object() {
            let shown: String = definition.to_string().chars().take(40).collect();
            return Err(format!("a tool must be a JSON object, not `{shown}`"));
        }
        let name = match definition.get("name") {
            Some(Value::String(name)) if !name.is_empty() => name.clone(),
            Some(other) => {
                let shown: String = other.to_string().chars().take(40).collect();
                return Err(format!("the tool's `name` must be a text, not `{shown}`"));
            }
            None => return Err("the tool has no `name`".to_owned()),
        };
        let annotations = definition.get("annotations").unwrap_or(&Value::Null);
        let method = text(&definition, "method").and_then(|word| Method::parse(&word));
        Ok(Self {
            name,
            declared: declared(annotations),
            title: text(&definition, "title").or_else(|| text(annotations, "title")),
            description: text(&definition, "description"),
            method,
            // Without a method it is no path of an API, but perhaps that of a file.
            path: text(&definition, "path").filter(|_| method.is_some()),
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
            input_schema: self.definition.get("inputSchema"),
            method: self.method,
            path: self.path.as_deref(),
            scopes: &self.scopes,
            tags: &self.tags,
            declared: self.declared,
        }
    }
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
    fn what_is_there_is_read_and_the_rest_passed_over() {
        let tool = Described::read(json!({
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
    fn what_is_no_tool_is_said() {
        for (value, expect) in [
            (json!([1]), "a tool must be a JSON object, not `[1]`"),
            (json!({}), "the tool has no `name`"),
            (
                json!({"name": 3}),
                "the tool's `name` must be a text, not `3`",
            ),
            (
                json!({"name": ""}),
                "the tool's `name` must be a text, not `\"\"`",
            ),
        ] {
            assert_eq!(Described::read(value).err().as_deref(), Some(expect));
        }
    }
}
