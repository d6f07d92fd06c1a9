use serde_json::json;

use super::*;

fn definitions() -> SchemaDefinitions {
    let all = json!({
        "Cover": {"type": "string", "format": "binary", "maxLength": 10},
        "Upload": {"type": "object", "properties": {"cover": {"$ref": "#/$defs/Cover"}}},
        "Loop": {"allOf": [{"$ref": "#/$defs/Loop"}, {"properties": {"f": {"format": "binary"}}}]},
        "Tree": {"items": {"$ref": "#/$defs/Tree"}},
    });
    serde_json::from_value(all).expect("definitions")
}

fn check(schema: &Value, encoding: Option<&str>, expect: &Value) {
    let encoding = encoding.map(|content_type| PropertyEncoding {
        content_type: Some(content_type.to_owned()),
        ..PropertyEncoding::default()
    });
    let found = in_property(schema, encoding.as_ref(), &definitions());
    assert_eq!(&found, expect);
}

#[test]
fn a_file_is_base64() {
    let plain = json!({"type": "string", "contentEncoding": "base64", "description": HOW});
    let of = |choice: &str| {
        let mut file = plain.clone();
        file["description"] = format!("{HOW} It may be of these media types: {choice}.").into();
        file
    };
    check(&json!({"type": "string", "format": "binary"}), None, &plain);
    check(&json!({"$ref": "#/$defs/Cover"}), None, &plain);
    check(
        &json!({"$ref": "#/$defs/Cover", "description": "The cover."}),
        Some("image/png"),
        &json!({
            "type": "string",
            "contentEncoding": "base64",
            "contentMediaType": "image/png",
            "description": format!("The cover.\n\n{HOW}"),
        }),
    );
    check(
        &json!({"type": "array", "items": {"type": "file"}, "maxItems": 3}),
        Some("image/png, image/jpeg"),
        &json!({"type": "array", "items": of("image/png, image/jpeg"), "maxItems": 3}),
    );
    check(&json!(true), Some("image/*"), &of("image/*"));
}

#[test]
fn a_file_that_may_be_null_is_base64() {
    let bytes = json!({"format": "binary", "contentMediaType": ANY});
    let file = json!({
        "type": "string",
        "contentEncoding": "base64",
        "contentMediaType": "image/png",
        "description": HOW,
    });
    for keyword in CHOICES {
        let nothing = json!({"type": "null"});
        check(
            &json!({keyword: [bytes, nothing], "title": "File"}),
            Some("image/png"),
            &json!({keyword: [file, nothing], "title": "File"}),
        );
        check(
            &json!({keyword: [{"items": bytes}, nothing]}),
            Some("image/png"),
            &json!({keyword: [{"items": file}, nothing]}),
        );
    }
}

#[test]
fn bytes_that_the_api_wants_as_text_keep_what_is_said_of_the_text() {
    let schema = json!({"contentEncoding": "base64", "maxLength": 9, "description": "A."});
    let expect = json!({
        "contentEncoding": "base64",
        "maxLength": 9,
        "description": format!("A.\n\n{HOW}"),
        "type": "string",
        "format": "byte",
    });
    assert_eq!(encoded(&schema), expect);
}

#[test]
fn what_is_no_file_stays() {
    for (schema, encoding) in [
        (json!({"type": "string"}), Some("image/png")),
        (json!({"type": "string", "format": "byte"}), None),
        (json!({"$ref": "#/$defs/Tree"}), None),
        (json!({"$ref": "#/$defs/Missing"}), None),
        (json!(true), Some("application/json")),
        (json!(true), None),
    ] {
        check(&schema, encoding, &schema);
    }
}

#[test]
fn files_are_found_in_a_whole_form() {
    let found = |schema: Value| in_form(&schema, &BTreeMap::new(), &definitions());
    let upload = found(json!({"$ref": "#/$defs/Upload", "description": "A cover"}));
    assert_eq!(upload["properties"]["cover"]["contentEncoding"], "base64");
    assert_eq!(upload["description"], "A cover");
    let choice = found(json!({"oneOf": [{"$ref": "#/$defs/Upload"}, {"type": "object"}]}));
    assert_eq!(
        choice["oneOf"][0]["properties"]["cover"]["contentEncoding"],
        "base64"
    );
    let circle = found(json!({"$ref": "#/$defs/Loop"}));
    assert_eq!(
        circle["allOf"][1]["properties"]["f"]["contentEncoding"],
        "base64"
    );
    let none = json!({"$ref": "#/$defs/Tree"});
    assert_eq!(found(none.clone()), none);
}
