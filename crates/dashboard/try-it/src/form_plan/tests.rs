//! Schemas and the fields that they call for.

use serde_json::json;

use super::*;

/// A line for each field: where, what, and whether it must be given.
fn told(fields: &[ArgumentField], lines: &mut Vec<String>) {
    for field in fields {
        let kind = match &field.kind {
            ArgumentKind::Text { long, secret } => match (long, secret) {
                (_, true) => "secret".to_owned(),
                (true, _) => "area".to_owned(),
                (false, _) => "text".to_owned(),
            },
            ArgumentKind::Number { whole: true } => "integer".to_owned(),
            ArgumentKind::Number { whole: false } => "number".to_owned(),
            ArgumentKind::Switch => "switch".to_owned(),
            ArgumentKind::Choice(choices) => format!("choice {}", Value::from(choices.clone())),
            ArgumentKind::Lines(item) => format!("lines {item:?}"),
            ArgumentKind::Json => "json".to_owned(),
            ArgumentKind::Group(_) => "group".to_owned(),
        };
        let mark = match (field.needed, field.required) {
            (true, _) => " needed",
            (false, true) => " required",
            (false, false) => "",
        };
        lines.push(format!("{} {kind}{mark}", field.pointer));
        if let ArgumentKind::Group(members) = &field.kind {
            told(members, lines);
        }
    }
}

fn check(schema: &Value, expect: &[&str]) {
    let mut lines = Vec::new();
    told(&FormPlan::of(schema).fields.expect("fields"), &mut lines);
    assert_eq!(lines, expect, "{schema}");
}

/// One property, not required.
fn one(property: &Value, expect: &str) {
    let schema = json!({"type": "object", "properties": {"x": property}});
    check(&schema, &[&format!("/x {expect}")]);
}

#[test]
fn every_kind_of_value_has_a_field() {
    one(&json!({"type": "string"}), "text");
    one(&json!({"type": "string", "maxLength": 20}), "text");
    one(&json!({"type": "string", "maxLength": 5000}), "area");
    one(&json!({"type": "string", "format": "markdown"}), "area");
    one(&json!({"type": "string", "format": "password"}), "secret");
    one(&json!({"type": "string", "writeOnly": true}), "secret");
    one(&json!({"type": "integer"}), "integer");
    one(&json!({"type": "number"}), "number");
    one(&json!({"type": "boolean"}), "switch");
    one(&json!({"enum": ["a", 1, null]}), r#"choice ["a",1,null]"#);
    one(
        &json!({"type": "string", "enum": ["a", "a"]}),
        r#"choice ["a"]"#,
    );
    one(&json!({"const": {"a": 1}}), r#"choice [{"a":1}]"#);
    one(&json!({"type": "null"}), "choice [null]");
    one(
        &json!({"oneOf": [{"const": 1, "title": "One"}, {"const": 2}]}),
        "choice [1,2]",
    );
    one(
        &json!({"type": "array", "items": {"type": "string"}}),
        "lines Text",
    );
    one(
        &json!({"type": "array", "items": {"enum": ["a", "b"]}}),
        "lines Text",
    );
    one(
        &json!({"type": "array", "items": {"type": "integer"}}),
        "lines Number",
    );
    one(
        &json!({"type": "array", "items": {"type": "boolean"}}),
        "lines Switch",
    );
}

#[test]
fn what_has_no_field_is_json() {
    for property in [
        json!(true),
        json!({}),
        json!({"type": "object"}),
        json!({"type": "object", "additionalProperties": {"type": "string"}}),
        json!({"type": "array"}),
        json!({"type": "array", "items": {"type": "object"}}),
        json!({"type": "array", "items": {"enum": [1, 2]}}),
        json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "string"}}),
        json!({"type": ["string", "integer"]}),
        json!({"oneOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"$ref": "https://example.com/x.json"}),
        json!({"$ref": "#/nowhere"}),
        json!({"$ref": "#/properties/x"}),
        json!({"type": 7}),
        json!({"enum": (0..500).collect::<Vec<_>>()}),
        json!({"const": "x".repeat(1000)}),
    ] {
        one(&property, "json");
    }
}

#[test]
fn wrappers_are_taken_off() {
    one(&json!({"type": ["integer", "null"]}), "integer");
    one(
        &json!({"anyOf": [{"type": "boolean"}, {"type": "null"}]}),
        "switch",
    );
    one(
        &json!({"allOf": [{"type": "string"}], "default": "a"}),
        "text",
    );
    let schema = json!({
        "type": "object",
        "properties": {"x": {"anyOf": [{"$ref": "#/$defs/colour"}, {"type": "null"}]}},
        "$defs": {"colour": {"enum": ["red", "blue"], "description": "A colour"}}
    });
    check(&schema, &[r#"/x choice ["red","blue"]"#]);
    let fields = FormPlan::of(&schema).fields.expect("fields");
    assert_eq!(fields[0].description.as_deref(), Some("A colour"));
}

#[test]
fn objects_are_groups_to_a_depth() {
    let mut deep = json!({"type": "object", "properties": {"end": {"type": "string"}}});
    for _ in 0..5 {
        deep = json!({"type": "object", "properties": {"in": deep}, "required": ["in"]});
    }
    check(
        &deep,
        &[
            "/in group needed",
            "/in/in group needed",
            "/in/in/in group needed",
            "/in/in/in/in json needed",
        ],
    );
    // What an object that may be left out cannot be without may be left out with it.
    let schema = json!({"properties": {
        "at": {"properties": {"city": {"type": "string"}}, "required": ["city", "zip"]}}});
    check(
        &schema,
        &[
            "/at group",
            "/at/city text required",
            "/at/zip json required",
        ],
    );
}

#[test]
fn odd_names_are_pointers_or_no_fields() {
    let schema = json!({"properties": {
        "a/b~c.d[0]": {"type": "string"},
        "\"><script>": {"type": "string"},
        "": {"type": "string"},
        "ключ\u{202e}": {"type": "string"},
        "never": false,
    }});
    check(
        &schema,
        &[
            "/a~1b~0c.d[0] text",
            "/\"><script> text",
            "/ text",
            "/ключ\u{202e} text",
        ],
    );
    for name in ["a\nb", "\u{0}", &"n".repeat(201)] {
        let schema = json!({"properties": {name: {"type": "string"}}});
        assert!(FormPlan::of(&schema).fields.is_none(), "{name:?}");
        one(&json!({"type": "object", "properties": {name: {}}}), "json");
    }
}

#[test]
fn nothing_is_too_large() {
    let many = |count: usize| {
        let properties = (0..count).map(|at| (format!("p{at}"), json!({"type": "string"})));
        json!({"type": "object", "properties": properties.collect::<Map<_, _>>()})
    };
    assert_eq!(FormPlan::of(&many(150)).fields.expect("fields").len(), 150);
    assert!(FormPlan::of(&many(151)).fields.is_none());
    one(&many(200), "json");
    // Groups in groups that refer to each other end.
    let schema = json!({"properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}}});
    let mut lines = Vec::new();
    told(&FormPlan::of(&schema).fields.expect("fields"), &mut lines);
    assert!(lines.len() <= 150, "{}", lines.len());
    for schema in [json!(true), json!(null), json!([]), json!("x")] {
        assert!(FormPlan::of(&schema).fields.is_none(), "{schema}");
    }
    assert_eq!(
        FormPlan::of(&json!({"type": "object"}))
            .fields
            .expect("fields")
            .len(),
        0
    );
}

#[test]
fn hints_say_what_a_field_takes() {
    let check = |property: Value, expect: &str| {
        let schema = json!({"properties": {"x": property}});
        let fields = FormPlan::of(&schema).fields.expect("fields");
        assert_eq!(fields[0].hints.join("; "), expect);
    };
    check(
        json!({"type": "integer", "minimum": 1, "maximum": 10, "default": 5}),
        "integer; at least 1; at most 10; default `5`",
    );
    check(
        json!({"type": "string", "default": ""}),
        "default an empty text",
    );
    check(
        json!({"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5}),
        "number; more than 0; a multiple of 0.5",
    );
    check(
        json!({"type": "string", "format": "date", "minLength": 3, "maxLength": 3,
               "pattern": "^[a-z]+$", "examples": ["abc", "def"]}),
        "format `date`; exactly 3 characters; matches `^[a-z]+$`; for example `abc`, `def`",
    );
    check(
        json!({"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1, "uniqueItems": true}),
        "texts, one per line; at least 1 lines; unique lines; each one of `a`, `b`",
    );
    check(
        json!({"type": "string", "pattern": "x".repeat(1_000_000)}),
        &format!("matches `{}…`", "x".repeat(80)),
    );
}
