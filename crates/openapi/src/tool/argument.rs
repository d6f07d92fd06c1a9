//! One argument of a tool.

use serde_json::{Map, Value};

use super::layout::Target;
use super::stock::Stock;
use super::words::joined;
use crate::api::{Parameter, ParameterPlace};

/// The argument that is the body.
const BODY: &str = "body";

/// One argument on its way into the schema.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    /// Its name.
    pub(super) name: String,
    /// Where it goes, if it is a parameter.
    pub(super) place: Option<ParameterPlace>,
    /// Where exactly.
    pub(super) target: Target,
    /// What it may be.
    pub(super) schema: Value,
    /// Whether it must be there.
    pub(super) is_required: bool,
}

// === impl Argument ===

impl Argument {
    /// The parameter with this index.
    pub(super) fn parameter(at: usize, parameter: &Parameter, stock: &Stock<'_>) -> Self {
        let mut schema = into_object(stock.of(&parameter.schema));
        let own = schema.get("description").and_then(Value::as_str);
        if let Some(said) = joined(parameter.description.as_deref(), own) {
            schema.insert("description".to_owned(), said.into());
        }
        if parameter.deprecated {
            schema.insert("deprecated".to_owned(), true.into());
        }
        Self {
            name: parameter.name.clone(),
            place: Some(parameter.place),
            target: Target::Parameter(at),
            schema: Value::Object(schema),
            is_required: parameter.required,
        }
    }

    /// A property of the body.
    pub(super) fn property(name: &str, schema: Value, is_required: bool) -> Self {
        Self {
            name: name.to_owned(),
            place: None,
            target: Target::Property(name.to_owned()),
            schema,
            is_required,
        }
    }

    /// The body.
    pub(super) fn body(schema: Value, is_required: bool) -> Self {
        Self {
            name: BODY.to_owned(),
            place: None,
            target: Target::Body,
            schema,
            is_required,
        }
    }
}

/// A schema as an object, to which something can be added.
pub(super) fn into_object(schema: Value) -> Map<String, Value> {
    match schema {
        Value::Object(map) => map,
        Value::Bool(false) => Map::from_iter([("not".to_owned(), Value::Object(Map::new()))]),
        _ => Map::new(),
    }
}
