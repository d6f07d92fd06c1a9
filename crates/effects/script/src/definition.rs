//! Parses the definitions of a program's tools.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use candor_functions::{CheckStrictness, FunctionDefinition, check};
use candor_model::{Diagnostic, FilePosition, Hint, Hints, Severity};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::protocol::LoadedProgram;

/// The valid tools, and diagnostics about all of them.
#[derive(Debug, Default)]
pub(crate) struct DefinedTools {
    pub(crate) tools: Vec<FunctionDefinition>,
    pub(crate) resources: Vec<FunctionResource>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// A resource of a program.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionResource {
    /// The URI that it is read by.
    pub uri: String,
    /// The definition in the format of `resources/list`.
    pub definition: Value,
}

// === impl FunctionResource ===

impl FunctionResource {
    /// The restrictions for reading it: it must not change anything.
    pub(crate) fn limits(&self) -> FunctionDefinition {
        let mut limits = FunctionDefinition::new(&self.uri, String::new());
        limits.hints = Hints::UNSET.with(Hint::ReadOnly, true);
        limits
    }
}

// === impl DefinedTools ===

impl DefinedTools {
    /// Parses a worker's message. `file` is the entry as the user named it.
    pub(crate) fn read(ready: &LoadedProgram, file: &str) -> Self {
        let mut defined = Self::default();
        for raw in &ready.tools {
            defined.add(raw);
        }
        defined.judge();
        for raw in &ready.resources {
            defined.add_resource(raw);
        }
        for remark in &ready.remarks {
            let about = remark.tool.as_ref().map(|tool| format!("`{tool}`: "));
            let sentence = about.unwrap_or_default() + &remark.sentence;
            defined.say(Severity::Warning, "functions::remark", sentence);
        }
        if ready.tools.is_empty() && ready.resources.is_empty() && ready.remarks.is_empty() {
            let sentence = "the program defines no tool";
            defined.say(
                Severity::Warning,
                "functions::no-tools",
                sentence.to_owned(),
            );
        }
        for diagnostic in &mut defined.diagnostics {
            diagnostic.place = Some(FilePosition {
                file: file.to_owned(),
                position: None,
            });
        }
        defined
    }

    /// Adds one definition, if it is one.
    fn add(&mut self, raw: &RawValue) {
        let members = match serde_json::from_str(raw.get()) {
            Ok(Value::Object(members)) => members,
            Ok(_) => return self.malformed("a tool is defined by no object"),
            Err(error) => return self.malformed(format!("a tool cannot be read: {error}")),
        };
        let name = match members.get("name") {
            Some(Value::String(name)) => name.clone(),
            Some(other) => return self.malformed(format!("`{other}` is no name of a tool")),
            None => return self.malformed("a tool has no name"),
        };
        if self.tools.iter().any(|tool| tool.name == name) {
            let sentence = format!("there are several tools named `{name}`; the first counts");
            return self.say(Severity::Error, "functions::duplicate", sentence);
        }
        let tool = DefinitionReader {
            name: &name,
            members,
            found: &mut self.diagnostics,
        };
        let tool = tool.definition();
        self.tools.push(tool);
    }

    /// Adds one resource, if it has an address of its own.
    fn add_resource(&mut self, raw: &RawValue) {
        let definition = match serde_json::from_str(raw.get()) {
            Ok(Value::Object(members)) => Value::Object(members),
            Ok(_) => return self.malformed("a resource is defined by no object"),
            Err(error) => return self.malformed(format!("a resource cannot be read: {error}")),
        };
        let Some(uri) = definition["uri"].as_str().filter(|uri| !uri.is_empty()) else {
            return self.malformed("a resource has no `uri`");
        };
        if self.resources.iter().any(|one| one.uri == uri) {
            let sentence = format!("there are several resources `{uri}`; the first counts");
            return self.say(Severity::Error, "functions::duplicate", sentence);
        }
        let uri = uri.to_owned();
        self.resources.push(FunctionResource { uri, definition });
    }

    /// Checks what was read, and leaves out what cannot be served.
    fn judge(&mut self) {
        let mut unusable = BTreeSet::new();
        for problem in check(&self.tools, CheckStrictness::Usual) {
            if problem.severity == Severity::Error {
                unusable.insert(problem.tool.clone());
            }
            let sentence = format!("`{}`: {}", problem.tool.escape_debug(), problem.sentence);
            let mut diagnostic = Diagnostic::new(problem.severity, problem.code, sentence);
            diagnostic.hint = problem.hint;
            self.diagnostics.push(diagnostic);
        }
        self.tools.retain(|tool| !unusable.contains(&tool.name));
    }

    fn malformed(&mut self, sentence: impl Into<String>) {
        self.say(Severity::Error, "functions::definition", sentence.into());
    }

    fn say(&mut self, severity: Severity, code: &'static str, sentence: String) {
        self.diagnostics
            .push(Diagnostic::new(severity, code, sentence));
    }
}

/// Reads the members of one definition. Members of the wrong type are left out and reported.
struct DefinitionReader<'a> {
    name: &'a str,
    members: Map<String, Value>,
    found: &'a mut Vec<Diagnostic>,
}

// === impl DefinitionReader ===

impl DefinitionReader<'_> {
    fn definition(mut self) -> FunctionDefinition {
        let annotations = self.object("annotations");
        let description = self.text("description").unwrap_or_default();
        let mut definition = FunctionDefinition::new(self.name, description);
        if let Some(schema) = self.members.remove("inputSchema") {
            definition.input_schema = schema;
        }
        definition.output_schema = self
            .members
            .remove("outputSchema")
            .filter(|it| !it.is_null());
        let title = self.text("title");
        definition.title = title.or_else(|| {
            let title = annotations.get("title")?.as_str()?;
            Some(title.to_owned())
        });
        definition.hints = self.hints(&annotations);
        definition.extra = annotations;
        for known in Hint::ALL.map(Hint::wire).into_iter().chain(["title"]) {
            definition.extra.shift_remove(known);
        }
        definition.tags = self.list("tags");
        definition.hosts = self.list("hosts");
        definition.safe_posts = self.list("safePosts");
        definition.meta = self.object("meta");
        definition
    }

    fn hints(&mut self, annotations: &Map<String, Value>) -> Hints {
        let mut hints = Hints::UNSET;
        for hint in Hint::ALL {
            match annotations.get(hint.wire()) {
                Some(Value::Bool(value)) => hints = hints.with(hint, *value),
                None | Some(Value::Null) => {}
                Some(other) => self.odd(hint.wire(), "true or false", &other.clone()),
            }
        }
        hints
    }

    fn text(&mut self, key: &str) -> Option<String> {
        match self.members.remove(key)? {
            Value::String(text) => Some(text),
            Value::Null => None,
            other => {
                self.odd(key, "a text", &other);
                None
            }
        }
    }

    fn object(&mut self, key: &str) -> Map<String, Value> {
        match self.members.remove(key) {
            Some(Value::Object(members)) => members,
            None | Some(Value::Null) => Map::new(),
            Some(other) => {
                self.odd(key, "an object", &other);
                Map::new()
            }
        }
    }

    fn list(&mut self, key: &str) -> Vec<String> {
        let items = match self.members.remove(key) {
            Some(Value::Array(items)) => items,
            None | Some(Value::Null) => return Vec::new(),
            Some(other) => {
                self.odd(key, "a list of texts", &other);
                return Vec::new();
            }
        };
        let mut texts = Vec::new();
        for item in items {
            match item {
                Value::String(text) => texts.push(text),
                other => self.odd(key, "a list of texts", &other),
            }
        }
        texts
    }

    fn odd(&mut self, key: &str, expected: &str, found: &Value) {
        let found: String = found.to_string().chars().take(60).collect();
        let sentence = format!(
            "`{}`: `{key}` must be {expected}, and `{found}` is ignored",
            self.name.escape_debug()
        );
        let diagnostic = Diagnostic::warning("functions::definition", sentence);
        self.found.push(diagnostic);
    }
}
