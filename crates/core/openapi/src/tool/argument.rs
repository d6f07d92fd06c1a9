//! Arguments of tools.

use serde_json::{Map, Value};

use super::definition_set::DefinitionSet;
use super::layout::ArgumentTarget;
use super::words::joined;
use crate::api::{ApiParameter, ParameterPlace};

/// The name of the argument for the whole body.
const BODY: &str = "body";

/// An argument before it is added to the schema.
#[derive(Clone, Debug)]
pub(super) struct SchemaArgument {
    pub(super) name: String,
    /// The location, if it is a parameter.
    pub(super) place: Option<ParameterPlace>,
    /// The target in the request.
    pub(super) target: ArgumentTarget,
    /// The schema of its value.
    pub(super) schema: Value,
    /// Whether it is required.
    pub(super) is_required: bool,
}

// === impl SchemaArgument ===

impl SchemaArgument {
    /// The parameter with this index.
    pub(super) fn parameter(
        at: usize,
        parameter: &ApiParameter,
        stock: &DefinitionSet<'_>,
    ) -> Self {
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
            target: ArgumentTarget::Parameter(at),
            schema: Value::Object(schema),
            is_required: parameter.required,
        }
    }

    /// An argument for a property of the body.
    pub(super) fn property(name: &str, schema: Value, is_required: bool) -> Self {
        Self {
            name: name.to_owned(),
            place: None,
            target: ArgumentTarget::Property(name.to_owned()),
            schema,
            is_required,
        }
    }

    /// An argument for the whole body.
    pub(super) fn body(schema: Value, is_required: bool) -> Self {
        Self {
            name: BODY.to_owned(),
            place: None,
            target: ArgumentTarget::Body,
            schema,
            is_required,
        }
    }
}

/// A schema as an object, so that it can be extended.
pub(super) fn into_object(schema: Value) -> Map<String, Value> {
    match schema {
        Value::Object(map) => map,
        Value::Bool(false) => Map::from_iter([("not".to_owned(), Value::Object(Map::new()))]),
        _ => Map::new(),
    }
}
