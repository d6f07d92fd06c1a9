//! A definition for lists with short schemas.
//!
//! The output schema is left out, and the input schema has only what a call needs. `describe-tool`
//! shows the complete definition.

use candor_resolve::short_schema;
use candor_wire::{RawJson, RawObject};

/// The definition with shortened schemas.
pub(super) fn shortened(definition: &RawJson) -> RawJson {
    let Ok(mut members) = RawObject::parse(definition) else {
        return definition.clone();
    };
    members.remove("outputSchema");
    let input = members.get("inputSchema").and_then(|it| it.decode().ok());
    if let Some(input) = input {
        members.set("inputSchema", RawJson::from_value(&short_schema(input)));
    }
    members.to_json()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_output_schema_is_left_out() {
        let whole = json!({
            "name": "a",
            "description": "It does something.",
            "inputSchema": {"type": "object", "examples": [{}], "x-further": 1},
            "outputSchema": {"type": "object"},
            "_meta": {"examples": 1},
        });
        let short: Value = shortened(&RawJson::from_value(&whole))
            .decode()
            .expect("JSON");
        let expect = json!({
            "name": "a",
            "description": "It does something.",
            "inputSchema": {"type": "object"},
            "_meta": {"examples": 1},
        });
        assert_eq!(short, expect);
    }
}
