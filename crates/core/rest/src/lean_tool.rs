//! Tools reduced to what calls need.
//!
//! The schemas of a large API take many times the memory of its document, because every tool has
//! its own copy of what it refers to. Clients read them in the tool's definition, which is text.
//! Requests need only defaults and, in multipart forms, which texts are files.

use std::sync::Arc;

use candor_openapi::{ApiParameter, ApiTool, ArgumentTarget, OpenApiOperation, ParameterPlace};
use serde_json::{Map, Value, json};

use crate::body;
use crate::schema;

/// The keywords that describe the encoding of bytes.
const ENCODINGS: [&str; 2] = ["contentEncoding", "format"];

/// Forgets what no call of the tool looks at. Every request is the same afterwards; the tool can
/// no longer be described.
pub fn keep_for_calls(tool: &mut ApiTool) {
    let parameters = tool.operation.parameters.iter().enumerate();
    let schemas = parameters.map(|(at, one)| of_parameter(tool, at, one));
    let schemas: Vec<Value> = schemas.collect();
    let is_multipart = body::is_multipart(tool);
    if !is_multipart {
        tool.input = of_arguments(tool);
    }
    // Only the existence of an output schema matters.
    tool.output = tool.output.take().map(|_| Value::Bool(true));
    tool.title = None;
    tool.description = String::new();
    tool.annotations = Map::new();
    let operation = Arc::make_mut(&mut tool.operation);
    for (parameter, schema) in operation.parameters.iter_mut().zip(schemas) {
        parameter.schema = schema;
    }
    forget_texts(operation);
    forget_schemas(operation, is_multipart.then_some(tool.media));
}

fn forget_texts(operation: &mut OpenApiOperation) {
    operation.summary = None;
    operation.description = None;
    let parameters = operation.parameters.iter_mut();
    // A header's description can identify it as an idempotency key.
    for parameter in parameters.filter(|one| one.place != ParameterPlace::Header) {
        parameter.description = None;
    }
    for response in &mut operation.responses {
        response.description = String::new();
    }
}

/// Forgets the schemas of replies, and of all forms of the body but the one that is needed.
fn forget_schemas(operation: &mut OpenApiOperation, needed: Option<usize>) {
    let replies = operation.responses.iter_mut();
    for media in replies.flat_map(|response| &mut response.content) {
        media.schema = Value::Null;
    }
    let forms = operation.body.iter_mut().flat_map(|body| &mut body.content);
    for (at, media) in forms.enumerate() {
        if Some(at) != needed {
            media.schema = Value::Null;
        }
    }
}

/// The schema of a parameter, reduced to its default, which only applies to parameters that callers
/// can set. A method override header keeps the keywords that identify it.
fn of_parameter(tool: &ApiTool, at: usize, parameter: &ApiParameter) -> Value {
    let turned = tool.operation.method_override();
    let turns = turned.is_some_and(|(header, _)| header == parameter.name);
    if turns && parameter.place == ParameterPlace::Header {
        return parameter.schema.clone();
    }
    let target = ArgumentTarget::Parameter(at);
    let is_argument = tool.layout.slots.iter().any(|slot| slot.target == target);
    let default = schema::default(tool, &parameter.schema).filter(|_| is_argument);
    default.map_or(Value::Bool(true), |value| json!({"default": value}))
}

/// The schema of the arguments, of which only defaults and encodings are left.
fn of_arguments(tool: &ApiTool) -> Value {
    let properties = tool.input["properties"].as_object();
    let properties = properties.into_iter().flatten().filter_map(|(name, one)| {
        let mut kept = Map::new();
        if let Some(default) = schema::default(tool, one) {
            kept.insert("default".to_owned(), default.clone());
        }
        let encodings = ENCODINGS.iter().filter_map(|keyword| {
            let value = one.get(keyword)?.clone();
            Some(((*keyword).to_owned(), value))
        });
        kept.extend(encodings);
        (!kept.is_empty()).then(|| (name.clone(), Value::Object(kept)))
    });
    let properties: Map<String, Value> = properties.collect();
    json!({"required": tool.input["required"], "properties": properties})
}
