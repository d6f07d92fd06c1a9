//! Parsing of pinned definitions, reduced to what is compared.

use candor_model::DefinitionPin;
use serde_json::{Map, Value};

use crate::{REQUEST, VOLATILE};

/// The members of a definition, by key.
pub(crate) type DefinitionMembers = Map<String, Value>;

/// The definition without what may change freely.
pub(crate) fn lasting(definition: &Value) -> Value {
    let Value::Object(members) = definition else {
        return definition.clone();
    };
    let lasting = members
        .iter()
        .filter(|(key, _)| !VOLATILE.contains(&key.as_str()));
    let mut lasting: DefinitionMembers = lasting
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    if let Some(request) = request(definition) {
        let meta = DefinitionMembers::from_iter([(REQUEST.to_owned(), request.clone())]);
        lasting.insert("_meta".to_owned(), Value::Object(meta));
    }
    Value::Object(lasting)
}

/// The HTTP request of a tool, if its definition describes it.
pub(crate) fn request(definition: &Value) -> Option<&Value> {
    definition.get("_meta")?.get(REQUEST)
}

/// Parses the definition of a pin and removes irrelevant parts: volatile keys (older pins may
/// contain some), null keys of `annotations`, and `annotations` that are null or empty.
pub(crate) fn read(pin: &DefinitionPin) -> Result<Value, serde_json::Error> {
    let mut definition = lasting(&serde_json::from_str(&pin.definition)?);
    if let Some(members) = definition.as_object_mut() {
        if let Some(Value::Object(said)) = members.get_mut("annotations") {
            said.retain(|_, value| !value.is_null());
        }
        members.retain(|key, value| key != "annotations" || !says_nothing(value));
    }
    Ok(definition)
}

/// The annotations of a definition, where it has any and they are an object.
pub(crate) fn annotations(definition: &Value) -> Option<&DefinitionMembers> {
    definition.get("annotations")?.as_object()
}

fn says_nothing(annotations: &Value) -> bool {
    annotations.is_null() || annotations.as_object().is_some_and(Map::is_empty)
}
