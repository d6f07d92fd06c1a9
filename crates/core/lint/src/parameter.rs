//! Parameters of a tool, with references resolved.

use serde_json::Value;

use crate::LintSubject;
use crate::fix::escape;

/// A parameter of a tool: a property of its input schema, or of a group in it.
pub(crate) struct ToolParameter<'a> {
    /// The name, with that of its group: `query.id`.
    pub(crate) name: String,
    pub(crate) pointer: String,
    pub(crate) is_required: bool,
    schema: &'a Value,
    resolved: &'a Value,
}

/// The arguments of a request are grouped under these names if two would have the same name.
const GROUPS: [&str; 5] = ["path", "query", "header", "cookie", "body"];
/// The argument that Candor adds itself.
const SELECT: &str = "_select";

/// The parameters of a tool. Grouped arguments of a request are taken one by one.
pub(crate) fn parameters(subject: &LintSubject) -> Vec<ToolParameter<'_>> {
    let Some(root) = subject.definition.get("inputSchema") else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for parameter in of_schema(root, root, "", "/inputSchema") {
        if parameter.name == SELECT {
            continue;
        }
        let is_group = subject.request.is_some() && GROUPS.contains(&parameter.name.as_str());
        let inner = if is_group {
            let prefix = format!("{}.", parameter.name);
            of_schema(parameter.resolved, root, &prefix, &parameter.pointer)
        } else {
            Vec::new()
        };
        if inner.is_empty() {
            found.push(parameter);
        } else {
            found.extend(inner);
        }
    }
    found
}

fn of_schema<'a>(
    schema: &'a Value,
    root: &'a Value,
    prefix: &str,
    pointer: &str,
) -> Vec<ToolParameter<'a>> {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| {
        let mut required = required.into_iter().flatten();
        required.any(|one| one.as_str() == Some(name))
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten();
    properties
        .map(|(name, property)| ToolParameter {
            name: format!("{prefix}{name}"),
            pointer: format!("{pointer}/properties/{}", escape(name)),
            is_required: is_required(name),
            schema: property,
            resolved: resolve(property, root),
        })
        .collect()
}

/// The schema in the same document that a property refers to, or the property itself. One step is
/// enough: definitions that only refer to others are rare.
fn resolve<'a>(property: &'a Value, root: &'a Value) -> &'a Value {
    let reference = property.get("$ref").and_then(Value::as_str);
    let pointer = reference.and_then(|reference| reference.strip_prefix('#'));
    pointer
        .and_then(|pointer| root.pointer(pointer))
        .unwrap_or(property)
}

// === impl ToolParameter ===

impl<'a> ToolParameter<'a> {
    /// The name without that of its group, in lowercase with underscores.
    pub(crate) fn plain_name(&self) -> String {
        let own = self.name.rsplit('.').next().unwrap_or_default();
        crate::words::words(own).join("_")
    }

    /// A member of the schema, or of the one that it refers to.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Value> {
        self.schema.get(key).or_else(|| self.resolved.get(key))
    }

    /// The description or the title.
    pub(crate) fn description(&self) -> Option<&'a str> {
        let text = |key| {
            let text = self.get(key)?.as_str()?;
            (!text.trim().is_empty()).then_some(text)
        };
        text("description").or_else(|| text("title"))
    }

    /// The values of an `enum`, also inside a choice.
    pub(crate) fn choices(&self) -> Vec<&'a str> {
        let mut lists = vec![self.get("enum")];
        for key in ["anyOf", "oneOf"] {
            let parts = self.get(key).and_then(Value::as_array);
            lists.extend(parts.into_iter().flatten().map(|part| part.get("enum")));
        }
        let values = lists.into_iter().flatten().filter_map(Value::as_array);
        values.flatten().filter_map(Value::as_str).collect()
    }

    /// Whether it is a plain string without any limit.
    pub(crate) fn is_bare_string(&self) -> bool {
        let is_string = self.get("type").and_then(Value::as_str) == Some("string");
        let limits = [
            "enum",
            "pattern",
            "format",
            "const",
            "maxLength",
            "anyOf",
            "oneOf",
        ];
        is_string && limits.iter().all(|key| self.get(key).is_none())
    }
}
