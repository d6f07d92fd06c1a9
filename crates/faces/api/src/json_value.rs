//! JSON that is passed on unchanged.

use candor_wire::RawJson;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, schema::SchemaType};
use utoipa::{PartialSchema, ToSchema};

/// A JSON value of any kind.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct JsonValue(Box<RawValue>);

// === impl JsonValue ===

impl JsonValue {
    /// Wraps JSON text. Invalid JSON, which we never write, becomes a string.
    pub(crate) fn of_text(text: &str) -> Self {
        match RawValue::from_string(text.to_owned()) {
            Ok(value) => Self(value),
            Err(_) => Self::of(text),
        }
    }

    /// Wraps bytes known to be JSON.
    pub(crate) fn of_json(json: &RawJson) -> Self {
        Self::of_text(&String::from_utf8_lossy(json.as_bytes()))
    }

    /// Encodes a value.
    pub(crate) fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        Self(to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned()))
    }
}

impl PartialSchema for JsonValue {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::AnyValue)
            .into()
    }
}

impl ToSchema for JsonValue {
    fn name() -> std::borrow::Cow<'static, str> {
        "Json".into()
    }
}
