use serde_json::json;

use super::*;

fn definitions() -> SchemaDefinitions {
    let all = json!({
        "A": {"properties": {"next": {"$ref": "#/$defs/A"}, "b": {"$ref": "#/$defs/B"}}},
        "B": {"type": "string"},
        "C": {"type": "object", "properties": {"id": {"readOnly": true}}},
        "Gone": {"$ref": "#/$defs/Missing"},
        "Kind": {"discriminator": {"propertyName": "k", "mapping": {"b": "#/$defs/B"}}},
    });
    serde_json::from_value(all).expect("definitions")
}

fn check(root: Value, expect: &[&str]) {
    let definitions = definitions();
    let mut stock = DefinitionSet::new(&definitions, SchemaSide::Input);
    let Value::Object(root) = root else {
        panic!("an object")
    };
    let complete = stock.complete(root.clone(), usize::MAX).expect("complete");
    let found = complete.schema.get("$defs").and_then(Value::as_object);
    let found: Vec<&String> = found.into_iter().flat_map(Map::keys).collect();
    assert_eq!(found, expect);
    // The length is exact, and so is the limit.
    assert_eq!(complete.length, complete.schema.to_string().len());
    assert!(stock.complete(root.clone(), complete.length).is_ok());
    assert!(stock.complete(root, complete.length - 1).is_err());
}

#[test]
fn only_what_is_needed_comes_along() {
    check(json!({"type": "object"}), &[]);
    check(json!({"$ref": "#/$defs/A"}), &["A", "B"]);
    check(json!({"items": {"$ref": "#/$defs/C"}, "x": "é\""}), &["C"]);
    check(json!({"$ref": "#/$defs/Gone"}), &["Gone", "Missing"]);
}

#[test]
fn what_is_only_mentioned_needs_room() {
    let definitions = definitions();
    let mut stock = DefinitionSet::new(&definitions, SchemaSide::Input);
    let root = Map::from_iter([("$ref".to_owned(), Value::from("#/$defs/Kind"))]);
    let whole = stock.complete(root.clone(), usize::MAX).expect("complete");
    assert!(whole.schema["$defs"].get("B").is_some());
    let rest = stock.complete(root, whole.length - 1).expect("complete");
    let kind = json!({"discriminator": {"propertyName": "k"}});
    assert_eq!(rest.schema["$defs"], json!({"Kind": kind}));
    assert!(rest.schema.to_string().len() <= rest.length);
}

#[test]
fn definitions_are_those_of_the_side() {
    let definitions = definitions();
    for (side, expect) in [
        (SchemaSide::Input, json!({})),
        (SchemaSide::Output, json!({"id": {"readOnly": true}})),
    ] {
        let mut stock = DefinitionSet::new(&definitions, side);
        let Value::Object(root) = json!({"$ref": "#/$defs/C"}) else {
            panic!("an object")
        };
        let complete = stock.complete(root, usize::MAX).expect("complete");
        assert_eq!(complete.schema["$defs"]["C"]["properties"], expect);
    }
}
