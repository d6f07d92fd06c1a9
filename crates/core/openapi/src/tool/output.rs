//! Output schemas of tools.
//!
//! They are derived from the success responses. MCP requires an object; a response that is not
//! certainly one is wrapped as `{"result": …}`. If the caller can select a part of the response,
//! that part is returned as `{"selected": …}`, and the schema allows either.
//!
//! Clients validate results against the schema and expect structured content if there is one. An
//! operation that may also succeed without a JSON body therefore has none.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::argument::into_object;
use super::definition_set::{CompleteSchema, DefinitionSet, SchemaTooLong};
use super::keyword::reference;
use super::object::{is_array, is_object};
use crate::api::{
    ApiResponse, BodyMedia, MediaKind, OpenApiOperation, ResponseStatus, SchemaDefinitions,
};

/// The success responses of an operation.
#[derive(Debug, Default)]
pub(super) struct SuccessReply<'a> {
    /// The distinct schemas of JSON bodies, lowest status first.
    pub(super) schemas: Vec<&'a Value>,
    /// Whether there may also be no body or one that is not JSON.
    pub(super) is_uncertain: bool,
}

/// The output schema of an operation.
#[derive(Debug)]
pub(super) struct OutputSchema {
    /// The schema, if there is one; an error if it is too long.
    pub(super) schema: Result<Option<CompleteSchema>, SchemaTooLong>,
    /// Whether results are wrapped.
    pub(super) wraps: bool,
}

/// The success responses of an operation.
pub(super) fn reply<'a>(
    operation: &'a OpenApiOperation,
    definitions: &SchemaDefinitions,
) -> SuccessReply<'a> {
    let mut reply = SuccessReply::default();
    if operation.method.as_str() == "HEAD" {
        return reply;
    }
    for response in successes(&operation.responses) {
        let mut content = response.content.iter();
        let Some(media) = content.find(|media| holds_json(media, definitions)) else {
            reply.is_uncertain = true;
            continue;
        };
        // A scalar that is offered both as text and as JSON usually comes as text.
        let is_single = !has_parts(&media.schema, definitions);
        let is_text = |media: &BodyMedia| MediaKind::of(&media.media_type) == MediaKind::Text;
        reply.is_uncertain |= is_single && response.content.iter().any(is_text);
        if !reply.schemas.contains(&&media.schema) {
            reply.schemas.push(&media.schema);
        }
    }
    reply
}

/// The output schema. `selects` says whether the caller can select a part.
pub(super) fn output(
    reply: &SuccessReply<'_>,
    selects: bool,
    limit: usize,
    stock: &mut DefinitionSet<'_>,
) -> OutputSchema {
    let definitions = stock.definitions;
    let says_nothing = reply.schemas.iter().any(|schema| {
        **schema == Value::Bool(true) || schema.as_object().is_some_and(Map::is_empty)
    });
    let wraps = !reply
        .schemas
        .iter()
        .all(|schema| is_object(schema, definitions));
    if reply.schemas.is_empty() || reply.is_uncertain || says_nothing {
        return OutputSchema {
            schema: Ok(None),
            wraps: wraps && !says_nothing,
        };
    }
    if reply
        .schemas
        .iter()
        .any(|schema| stock.is_too_long(schema, limit))
    {
        return OutputSchema {
            schema: Err(SchemaTooLong),
            wraps,
        };
    }
    let declared = match (reply.schemas.as_slice(), wraps) {
        ([one], false) => inlined(one, definitions),
        ([one], true) => wrapped(one),
        (many, false) => Map::from_iter([("anyOf".to_owned(), json!(many))]),
        (many, true) => wrapped(&json!({"anyOf": many})),
    };
    let declared = into_object(stock.of(&Value::Object(declared)));
    let root = if selects {
        with_selection(declared)
    } else {
        declared
    };
    OutputSchema {
        schema: stock.complete(typed(root), limit).map(Some),
        wraps,
    }
}

/// The success responses: by status, or the default if it is the only response.
fn successes(responses: &[ApiResponse]) -> Vec<&ApiResponse> {
    let mut found: Vec<&ApiResponse> = responses
        .iter()
        .filter(|response| response.status.is_success())
        .collect();
    found.sort_by_key(|response| match response.status {
        ResponseStatus::Exact(status) => status,
        ResponseStatus::Class(_) | ResponseStatus::Default => u16::MAX,
    });
    match responses {
        [only] if only.status == ResponseStatus::Default => vec![only],
        _ => found,
    }
}

/// Whether the body is certainly JSON. Some generators write `*/*` for everything; a schema of an
/// object or list implies JSON even then.
fn holds_json(media: &BodyMedia, definitions: &SchemaDefinitions) -> bool {
    let is_range = media.essence().contains('*');
    MediaKind::of(&media.media_type) == MediaKind::Json
        && (!is_range || has_parts(&media.schema, definitions))
}

/// Whether a value of this schema is certainly an object or a list.
fn has_parts(schema: &Value, definitions: &SchemaDefinitions) -> bool {
    is_object(schema, definitions) || is_array(schema, definitions)
}

/// The schema with its properties visible: a reference without siblings is inlined.
fn inlined(schema: &Value, definitions: &SchemaDefinitions) -> Map<String, Value> {
    let mut made = into_object(schema.clone());
    let mut seen = BTreeSet::new();
    while let Some(name) = reference(&made).map(str::to_owned) {
        let only_informs =
            |keyword: &String| ["$ref", "title", "description"].contains(&keyword.as_str());
        let definition = definitions.get(&name).and_then(Value::as_object);
        let Some(definition) = definition.filter(|_| made.keys().all(only_informs)) else {
            break;
        };
        if !seen.insert(name) {
            break;
        }
        made.shift_remove("$ref");
        let mut next = definition.clone();
        next.extend(made);
        made = next;
    }
    made
}

/// MCP requires `type` to be present and to be `object`.
fn typed(schema: Map<String, Value>) -> Map<String, Value> {
    let mut made = Map::from_iter([("type".to_owned(), "object".into())]);
    made.extend(schema.into_iter().filter(|(keyword, _)| keyword != "type"));
    made
}

fn wrapped(schema: &Value) -> Map<String, Value> {
    into_object(json!({"properties": {"result": schema}, "required": ["result"]}))
}

/// A schema that also allows `{"selected": …}`. If the declared one only has properties, they stay
/// visible.
fn with_selection(mut declared: Map<String, Value>) -> Map<String, Value> {
    let picked = json!({"description": "What `_select` picked from the reply."});
    let simple = [
        "type",
        "title",
        "description",
        "properties",
        "required",
        "additionalProperties",
        "examples",
        "deprecated",
    ];
    let is_simple = declared
        .keys()
        .all(|keyword| simple.contains(&keyword.as_str()) || keyword.starts_with("x-"));
    let own = declared
        .get_mut("properties")
        .and_then(Value::as_object_mut);
    match own {
        Some(own) if is_simple && !own.contains_key("selected") => {
            own.insert("selected".to_owned(), picked);
            if let Some(required) = declared.shift_remove("required") {
                let either = json!([{"required": required}, {"required": ["selected"]}]);
                declared.insert("anyOf".to_owned(), either);
            }
            declared
        }
        _ => {
            let selection = json!({"properties": {"selected": picked}, "required": ["selected"]});
            let mut choices = match declared.shift_remove("anyOf") {
                Some(Value::Array(choices)) if declared.is_empty() => choices,
                Some(choices) => {
                    declared.insert("anyOf".to_owned(), choices);
                    vec![Value::Object(declared)]
                }
                None => vec![Value::Object(declared)],
            };
            choices.push(selection);
            Map::from_iter([("anyOf".to_owned(), choices.into())])
        }
    }
}

#[cfg(test)]
mod tests;
