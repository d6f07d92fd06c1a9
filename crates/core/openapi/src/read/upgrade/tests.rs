use super::*;

#[track_caller]
fn check(before: &Value, after: &Value) {
    check_told(before, after, &[]);
}

#[track_caller]
fn check_told(before: &Value, after: &Value, expect: &[&str]) {
    let Value::Object(schema) = before.clone() else {
        panic!("a schema: {before}");
    };
    let mut told = Vec::new();
    let upgraded = upgrade(schema, &mut |complaint| told.push(complaint));
    assert_eq!(&upgraded, after, "{before}");
    assert_eq!(told, expect, "{before}");
}

#[test]
fn what_needs_no_upgrade_stays() {
    for schema in [
        json!({}),
        json!({"type": ["string", "null"], "exclusiveMinimum": 5, "x-mine": {"nullable": true}}),
        json!({"if": {"type": "string"}, "then": false, "unheard-of": [1]}),
        json!({"enum": ["a", null], "type": "string"}),
    ] {
        check(&schema, &schema);
    }
}

#[test]
fn null_is_added_where_it_was_allowed() {
    for key in ["nullable", "x-nullable"] {
        check(
            &json!({"type": "string", key: true}),
            &json!({"type": ["string", "null"]}),
        );
    }
    check(
        &json!({"type": "string", "nullable": false}),
        &json!({"type": "string"}),
    );
    check(
        &json!({"type": "null", "nullable": true}),
        &json!({"type": "null"}),
    );
    check(
        &json!({"type": ["string", "null"], "nullable": true}),
        &json!({"type": ["string", "null"]}),
    );
    check(
        &json!({"type": ["string", "integer"], "nullable": true}),
        &json!({"type": ["string", "integer", "null"]}),
    );
    check(
        &json!({"type": "string", "enum": ["a"], "nullable": true}),
        &json!({"type": ["string", "null"], "enum": ["a", null]}),
    );
    check(
        &json!({"enum": ["a", null], "nullable": true}),
        &json!({"enum": ["a", null]}),
    );
    check(
        &json!({"description": "anything", "nullable": true}),
        &json!({"description": "anything"}),
    );
}

#[test]
fn null_is_a_choice_beside_what_checks_further() {
    check(
        &json!({"$ref": "#/$defs/A", "nullable": true, "description": "d"}),
        &json!({"description": "d", "anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}),
    );
    check(
        &json!({"allOf": [{"$ref": "#/$defs/A"}], "nullable": true, "type": "object"}),
        &json!({"anyOf": [
            {"allOf": [{"$ref": "#/$defs/A"}], "type": "object"}, {"type": "null"}
        ]}),
    );
    check(
        &json!({"anyOf": [{"type": "string"}], "nullable": true, "default": null}),
        &json!({"default": null, "anyOf": [{"type": "string"}, {"type": "null"}]}),
    );
    check(
        &json!({"anyOf": [{"type": "string"}, {"type": "null"}], "nullable": true}),
        &json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
    );
    check(
        &json!({"anyOf": [{"minLength": 1}], "type": "string", "nullable": true}),
        &json!({"anyOf": [{"type": "string", "anyOf": [{"minLength": 1}]}, {"type": "null"}]}),
    );
    check(
        &json!({"oneOf": [{"type": "string"}], "discriminator": {"propertyName": "p"}, "nullable": true}),
        &json!({"anyOf": [
            {"oneOf": [{"type": "string"}], "discriminator": {"propertyName": "p"}},
            {"type": "null"}
        ]}),
    );
    check(
        &json!({"const": 1, "nullable": true}),
        &json!({"anyOf": [{"const": 1}, {"type": "null"}]}),
    );
}

#[test]
fn bounds_that_exclude_carry_their_number() {
    check(
        &json!({"minimum": 1, "exclusiveMinimum": true, "maximum": 9, "exclusiveMaximum": false}),
        &json!({"exclusiveMinimum": 1, "maximum": 9}),
    );
    check_told(
        &json!({"exclusiveMaximum": true}),
        &json!({}),
        &["`exclusiveMaximum` is `true` without a `maximum`; it is ignored"],
    );
}

#[test]
fn an_example_is_one_of_the_examples() {
    check(&json!({"example": null}), &json!({"examples": [null]}));
    check(
        &json!({"example": 2, "examples": [1]}),
        &json!({"examples": [1, 2]}),
    );
}

#[test]
fn bytes_say_how_they_are_written() {
    check(
        &json!({"type": "file"}),
        &json!({
            "type": "string", "format": "binary", "contentMediaType": "application/octet-stream"
        }),
    );
    for format in ["byte", "base64"] {
        check(
            &json!({"type": "string", "format": format}),
            &json!({"type": "string", "format": format, "contentEncoding": "base64"}),
        );
    }
    check(
        &json!({"type": "string", "format": "binary", "contentMediaType": "image/png"}),
        &json!({"type": "string", "format": "binary", "contentMediaType": "image/png"}),
    );
}

#[test]
fn types_of_other_languages_are_understood() {
    check_told(
        &json!({"type": "int"}),
        &json!({"type": "integer"}),
        &["the type `int` is not one of JSON's"],
    );
    check_told(
        &json!({"type": ["String", "string", "bool"]}),
        &json!({"type": ["string", "boolean"]}),
        &[
            "the type `String` is not one of JSON's",
            "the type `bool` is not one of JSON's",
        ],
    );
    check_told(
        &json!({"type": "any"}),
        &json!({}),
        &["the type `any` is not one of JSON's"],
    );
    check_told(
        &json!({"type": ["string", "thing"], "nullable": true}),
        &json!({}),
        &["the type `thing` is not one of JSON's"],
    );
    check(&json!({"type": []}), &json!({}));
}

#[test]
fn a_number_that_may_be_a_text_is_either() {
    let either = json!(["integer", "string"]);
    for (before, after) in [
        (
            json!({"type": "string", "format": "int-or-string"}),
            json!({"type": either, "format": "int-or-string"}),
        ),
        (
            json!({"x-kubernetes-int-or-string": true}),
            json!({"x-kubernetes-int-or-string": true, "type": either}),
        ),
        (
            json!({"type": "string", "x-kubernetes-int-or-string": false}),
            json!({"type": "string", "x-kubernetes-int-or-string": false}),
        ),
        (
            json!({"type": "object", "format": "int-or-string"}),
            json!({"type": "object", "format": "int-or-string"}),
        ),
    ] {
        check(&before, &after);
    }
}
