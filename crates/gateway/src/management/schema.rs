//! Schema parts that several management tools share.

use serde_json::{Value, json};

/// An object with exactly these properties.
pub(super) fn object(properties: Value, required: &[&str]) -> Value {
    let mut schema = json!({"type": "object"});
    schema["properties"] = properties;
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema["additionalProperties"] = json!(false);
    schema
}

/// The schema of a tool without arguments.
pub(super) fn nothing() -> Value {
    object(json!({}), &[])
}

pub(super) fn array(items: &Value) -> Value {
    json!({"type": "array", "items": items})
}

pub(super) fn text(description: &str) -> Value {
    json!({"type": "string", "description": description})
}

pub(super) fn count(description: &str) -> Value {
    json!({"type": "integer", "minimum": 0, "description": description})
}

pub(super) fn flag(description: &str) -> Value {
    json!({"type": "boolean", "description": description})
}

/// The reason for a failure.
pub(super) fn error() -> Value {
    text("Why it was not done")
}

/// The name of a toolset or a note.
pub(super) fn short_name(description: &str) -> Value {
    json!({
        "type": "string",
        "description": description,
        "pattern": "^[a-z0-9-]+$",
        "minLength": 2,
        "maxLength": 50,
    })
}

/// The name of an existing toolset. The pattern of names is not enforced, so that an invalid name
/// is reported as a toolset that does not exist.
pub(super) fn existing_toolset() -> Value {
    bounded_text("Name of the toolset, as list-saved-toolsets shows it", 200)
}

/// A string with at least one character.
pub(super) fn bounded_text(description: &str, longest: usize) -> Value {
    json!({
        "type": "string",
        "description": description,
        "minLength": 1,
        "maxLength": longest,
    })
}

/// A tool, by name, by id, or by both.
pub(super) fn tool_reference(description: &str) -> Value {
    json!({
        "type": "object",
        "description": description,
        "properties": {
            "namespacedName": bounded_text("The tool by name, such as `shop.list_books`", 500),
            "refId": bounded_text(
                "The tool by the id of its present definition; it is pinned to that then",
                128,
            ),
        },
        "minProperties": 1,
        "additionalProperties": false,
    })
}

/// The cost of definitions in a model's context.
pub(super) fn context() -> Value {
    object(
        json!({
            "tokens": count("Estimated tokens of context"),
            "percentTotal": {
                "type": ["number", "null"],
                "description": "Share of the whole, from 0 to 1; null for the whole itself",
            },
        }),
        &["tokens", "percentTotal"],
    )
}

/// A toolset with its current tools.
pub(super) fn toolset_info() -> Value {
    let server = object(
        json!({
            "name": text("Name of the source"),
            "enabled": flag("Whether the source is ready"),
            "toolCount": count("How many tools of the toolset it brings now"),
        }),
        &["name", "enabled", "toolCount"],
    );
    let tool = object(
        json!({
            "namespacedName": text("`source.tool`, or what the toolset says where that names nothing now"),
            "refId": text("Id of the tool's present definition, or `unknown`"),
            "server": text("The tool's source, or `unknown`"),
            "active": flag("Whether it is there now"),
        }),
        &["namespacedName", "refId", "server", "active"],
    );
    object(
        json!({
            "name": text("Name of the toolset"),
            "description": text("What it is for"),
            "version": text("Which state of it this is; absent where the configuration file declares it"),
            "createdAt": text("When it was made, as an RFC 3339 timestamp, where that is known"),
            "toolCount": count("How many entries `tools` has"),
            "active": flag("Whether it is equipped"),
            "location": text("Where it is kept"),
            "totalServers": count("How many sources it draws on"),
            "enabledServers": count("How many of them are ready"),
            "totalTools": count("How many of its tools are there now"),
            "servers": array(&server),
            "tools": array(&tool),
        }),
        &[
            "name",
            "toolCount",
            "active",
            "location",
            "totalServers",
            "enabledServers",
            "totalTools",
            "servers",
            "tools",
        ],
    )
}
