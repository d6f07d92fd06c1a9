//! Definitions of tools.

use candor_model::{Hint, Hints};
use serde_json::{Map, Value, json};

/// The key in `_meta` for properties that annotations cannot express.
pub(crate) const META: &str = "dev.candor/function";

/// The definition of a tool, in any language.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionDefinition {
    /// The name of the tool.
    pub name: String,
    /// The title, for users.
    pub title: Option<String>,
    /// The description, for models.
    pub description: String,
    /// The JSON Schema of its arguments, an object.
    pub input_schema: Value,
    /// The JSON Schema of its structured results.
    pub output_schema: Option<Value>,
    /// The behaviour hints. They are enforced.
    pub hints: Hints,
    /// Further keys of its annotations, passed on to clients.
    pub extra: Map<String, Value>,
    /// Tags for grouping.
    pub tags: Vec<String>,
    /// The hosts it may reach: `api.example.com`, `*.example.com` or `localhost:8080`. If not
    /// empty, no others can be reached.
    pub hosts: Vec<String>,
    /// URLs that it may `POST` to although it is read-only, such as a search: a request matches if
    /// its URL has one of these as a prefix that ends at a segment boundary.
    pub safe_posts: Vec<String>,
    /// Further keys of `_meta`.
    pub meta: Map<String, Value>,
}

// === impl FunctionDefinition ===

impl FunctionDefinition {
    /// Creates a definition without arguments and hints.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            input_schema: json!({"type": "object", "properties": {}}),
            output_schema: None,
            hints: Hints::UNSET,
            extra: Map::new(),
            tags: Vec::new(),
            hosts: Vec::new(),
            safe_posts: Vec::new(),
            meta: Map::new(),
        }
    }

    /// The definition as an entry of `tools/list`. Unset hints are left out, because unset is not
    /// the same as the protocol's default.
    pub fn to_json(&self) -> Value {
        let mut tool = Map::new();
        tool.insert("name".into(), self.name.as_str().into());
        if let Some(title) = &self.title {
            tool.insert("title".into(), title.as_str().into());
        }
        tool.insert("description".into(), self.described().into());
        tool.insert("inputSchema".into(), self.input_schema.clone());
        if let Some(schema) = &self.output_schema {
            tool.insert("outputSchema".into(), schema.clone());
        }
        let annotations = self.annotations();
        if !annotations.is_empty() {
            tool.insert("annotations".into(), annotations.into());
        }
        let meta = self.whole_meta();
        if !meta.is_empty() {
            tool.insert("_meta".into(), meta.into());
        }
        tool.into()
    }

    /// The description or, without one, the title or the words of the name.
    pub(crate) fn described(&self) -> String {
        let own = Some(self.description.as_str()).filter(|said| !said.trim().is_empty());
        let title = self
            .title
            .as_deref()
            .filter(|title| !title.trim().is_empty());
        match (own, title) {
            (Some(said), _) => said.to_owned(),
            (None, Some(title)) => format!("{}.", title.trim().trim_end_matches('.')),
            (None, None) => format!("{}.", words_of(&self.name)),
        }
    }

    /// The annotations: title, hints and further keys.
    fn annotations(&self) -> Map<String, Value> {
        let title = self.title.iter();
        let title = title.map(|title| ("title".to_owned(), Value::from(title.as_str())));
        let hints = Hint::ALL.into_iter().filter_map(|hint| {
            let value = self.hints.get(hint)?;
            Some((hint.wire().to_owned(), Value::from(value)))
        });
        let mut all: Map<String, Value> = title.chain(hints).collect();
        for (key, value) in &self.extra {
            all.entry(key.as_str()).or_insert_with(|| value.clone());
        }
        all
    }

    /// The author's keys and those of this framework.
    fn whole_meta(&self) -> Map<String, Value> {
        let mut own = Map::new();
        for (key, list) in [
            ("tags", &self.tags),
            ("hosts", &self.hosts),
            ("safePosts", &self.safe_posts),
        ] {
            if !list.is_empty() {
                own.insert(key.to_owned(), json!(list));
            }
        }
        let mut meta = self.meta.clone();
        if !own.is_empty() {
            meta.insert(META.to_owned(), own.into());
        }
        meta
    }
}

/// Converts `create_issue` or `createIssue` to `Create issue`.
fn words_of(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 8);
    let mut before = ' ';
    for c in name.chars() {
        let is_letter = c.is_alphanumeric();
        let begins = c.is_uppercase() && before.is_lowercase();
        if (!is_letter || begins) && !words.ends_with(' ') && !words.is_empty() {
            words.push(' ');
        }
        if is_letter {
            if words.is_empty() {
                words.extend(c.to_uppercase());
            } else if begins {
                words.extend(c.to_lowercase());
            } else {
                words.push(c);
            }
        }
        before = c;
    }
    words.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unset_is_left_out() {
        let mut tool = FunctionDefinition::new("look", "Looks.");
        assert_eq!(
            tool.to_json(),
            json!({
                "name": "look",
                "description": "Looks.",
                "inputSchema": {"type": "object", "properties": {}},
            })
        );
        tool.title = Some("Look".to_owned());
        tool.hints = Hints::UNSET.with(Hint::ReadOnly, true);
        tool.tags = vec!["eyes".to_owned()];
        // Hints take precedence over further keys.
        let extra = json!({"audience": ["user"], "readOnlyHint": false});
        tool.extra = extra.as_object().expect("an object").clone();
        let written = tool.to_json();
        assert_eq!(
            written["annotations"],
            json!({"title": "Look", "readOnlyHint": true, "audience": ["user"]})
        );
        assert_eq!(written["title"], "Look");
        assert_eq!(
            written["_meta"],
            json!({"dev.candor/function": {"tags": ["eyes"]}})
        );
    }

    #[test]
    fn a_tool_without_a_description_has_one_made() {
        for (name, title, expect) in [
            ("create_issue", None, "Create issue."),
            ("createIssue", None, "Create issue."),
            ("issues.list-all", None, "Issues list all."),
            ("get", Some("Get the lot."), "Get the lot."),
        ] {
            let mut definition = FunctionDefinition::new(name, " ");
            definition.title = title.map(str::to_owned);
            assert_eq!(definition.to_json()["description"], expect);
        }
    }
}
