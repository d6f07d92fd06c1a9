//! What was typed, and the arguments that it means.

use serde_json::json;

use super::*;
use crate::form_plan::FormPlan;

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "isbn": {"type": "string", "minLength": 3},
            "note": {"type": "string", "maxLength": 5000},
            "count": {"type": "integer", "minimum": 1},
            "price": {"type": "number"},
            "new": {"type": "boolean"},
            "colour": {"enum": ["red", 2, null, ""]},
            "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
            "sizes": {"type": "array", "items": {"type": "number"}},
            "flags": {"type": "array", "items": {"type": "boolean"}},
            "more": {"oneOf": [{"type": "string"}, {"type": "object"}]},
            "at": {
                "type": "object",
                "properties": {
                    "city": {"type": "string"},
                    "zip": {"type": "integer"},
                    "geo": {"type": "object", "properties": {"lat": {"type": "number"}}}
                },
                "required": ["city"]
            },
            "a/b~c[]": {"type": "string"},
            "\"><script>": {"type": "string"}
        }
    })
}

fn fields(schema: &Value) -> Vec<ArgumentField> {
    FormPlan::of(schema).fields.expect("fields")
}

fn typed(pairs: &[(&str, &str)]) -> ArgumentTexts {
    let pairs = pairs.iter();
    ArgumentTexts(
        pairs
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect(),
    )
}

/// What is typed gives these arguments, and these arguments give what is typed.
fn check(pairs: &[(&str, &str)], expect: &str) {
    let fields = fields(&schema());
    let typed = typed(pairs);
    let arguments = typed.arguments(&fields).expect("arguments");
    assert_eq!(arguments.to_string(), expect);
    assert_eq!(ArgumentTexts::meaning(&fields, &arguments), Some(typed));
}

/// What is typed gives no arguments.
fn wrong(pairs: &[(&str, &str)], expect: &[(&str, &str)]) {
    let problems = typed(pairs)
        .arguments(&fields(&schema()))
        .expect_err("problems");
    let told = problems.at.iter();
    let told: Vec<_> = told
        .map(|(at, sentences)| (at.as_str(), sentences.join(" ")))
        .collect();
    let told: Vec<_> = told.iter().map(|(at, text)| (*at, text.as_str())).collect();
    assert_eq!(told, expect);
}

#[test]
fn texts_become_arguments_and_arguments_texts() {
    check(&[], "{}");
    check(
        &[("/isbn", " a \u{202e}\"")],
        "{\"isbn\":\" a \u{202e}\\\"\"}",
    );
    check(&[("/note", "a\nb\n")], r#"{"note":"a\nb\n"}"#);
    check(&[("/count", "12")], r#"{"count":12}"#);
    let long = "123456789012345678901234567890";
    check(&[("/count", long)], &format!(r#"{{"count":{long}}}"#));
    check(&[("/price", "-1.50e3")], r#"{"price":-1.50e3}"#);
    check(&[("/new", "false")], r#"{"new":false}"#);
    check(&[("/colour", "\"red\"")], r#"{"colour":"red"}"#);
    check(&[("/colour", "2")], r#"{"colour":2}"#);
    check(&[("/colour", "null")], r#"{"colour":null}"#);
    check(&[("/colour", "\"\"")], r#"{"colour":""}"#);
    check(
        &[("/tags", "a\n b c \n\"")],
        r#"{"tags":["a"," b c ","\""]}"#,
    );
    check(&[("/sizes", "1\n2.50")], r#"{"sizes":[1,2.50]}"#);
    check(&[("/flags", "true\nfalse")], r#"{"flags":[true,false]}"#);
    check(&[("/more", r#"{"x": [1.0]}"#)], r#"{"more":{"x": [1.0]}}"#);
    check(&[("/at/city", "Oslo")], r#"{"at":{"city":"Oslo"}}"#);
    check(
        &[
            ("/at/city", "Oslo"),
            ("/at/geo/lat", "59.9"),
            ("/at/zip", "150"),
        ],
        r#"{"at":{"city":"Oslo","zip":150,"geo":{"lat":59.9}}}"#,
    );
    check(
        &[("/\"><script>", "</textarea>"), ("/a~1b~0c[]", "x")],
        r#"{"a/b~c[]":"x","\"><script>":"</textarea>"}"#,
    );
    let huge = "x".repeat(900_000);
    check(&[("/isbn", &huge)], &format!(r#"{{"isbn":"{huge}"}}"#));
}

#[test]
fn what_is_wrong_is_told_where_it_is() {
    wrong(
        &[("/count", "1,5")],
        &[("/count", "`1,5` is not a number, such as 12 or -0.5.")],
    );
    for text in [
        "abc", "0x10", "+5", "NaN", "01", "1e", "\"1\"", "true", "[1]", "１２",
    ] {
        let told = format!("`{text}` is not a number, such as 12 or -0.5.");
        wrong(&[("/price", text)], &[("/price", &told)]);
    }
    wrong(
        &[("/new", "maybe")],
        &[("/new", "`maybe` is not `true` or `false`.")],
    );
    wrong(
        &[("/colour", "red")],
        &[("/colour", "`red` is not one of the options.")],
    );
    wrong(
        &[("/sizes", "1\n\nx\ny")],
        &[(
            "/sizes",
            "Line 3: `x` is not a number, such as 12 or -0.5. Line 4: `y` is not a number, such as 12 \
             or -0.5.",
        )],
    );
    wrong(
        &[("/more", "{x}")],
        &[(
            "/more",
            "Invalid JSON: key must be a string at line 1 column 2.",
        )],
    );
    wrong(&[("/at/zip", "1")], &[("/at/city", "Required.")]);
    wrong(
        &[("/at/zip", "x"), ("/count", &"9x".repeat(1000))],
        &[
            ("/at/city", "Required."),
            ("/at/zip", "`x` is not a number, such as 12 or -0.5."),
            (
                "/count",
                &format!(
                    "`{}…` is not a number, such as 12 or -0.5.",
                    "9x".repeat(30)
                ),
            ),
        ],
    );
}

#[test]
fn what_is_needed_must_be_there() {
    let schema = json!({
        "properties": {
            "name": {"type": "string"},
            "kind": {"const": "book"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "size": {"type": "integer", "default": 3},
            "at": {"properties": {"city": {"type": "string"}, "ok": {"type": "boolean", "default": true}},
                   "required": ["ok"]}
        },
        "required": ["name", "kind", "tags", "size", "at"]
    });
    let fields = fields(&schema);
    let begun = ArgumentTexts::beginning(&fields);
    assert_eq!(
        begun,
        typed(&[("/at/ok", "true"), ("/kind", "\"book\""), ("/size", "3")])
    );
    let problems = begun.arguments(&fields).expect_err("a problem");
    assert_eq!(problems.of("/name"), ["Required."]);
    assert_eq!(problems.at.len(), 1);
    let draft = begun.draft(&fields).expect("a draft");
    let expect = r#"{"kind":"book","tags":[],"size":3,"at":{"ok":true}}"#;
    assert_eq!(draft.to_string(), expect);
    let nothing = ArgumentTexts::default()
        .arguments(&fields)
        .expect_err("problems");
    let missing: Vec<_> = nothing.at.keys().map(String::as_str).collect();
    assert_eq!(missing, ["/at/ok", "/kind", "/name", "/size"]);
}

#[test]
fn arguments_that_no_field_can_say_stay_json() {
    let fields = fields(&schema());
    for arguments in [
        json!({"other": 1}),
        json!({"isbn": ""}),
        json!({"isbn": null}),
        json!({"isbn": 5}),
        json!({"note": "a\r\nb"}),
        json!({"count": "5"}),
        json!({"new": "true"}),
        json!({"colour": "green"}),
        json!({"tags": []}),
        json!({"tags": ["a\nb"]}),
        json!({"tags": [" "]}),
        json!({"tags": "a"}),
        json!({"at": {}}),
        json!({"at": {"other": 1}}),
        json!({"at": 3}),
    ] {
        let raw = RawJson::from_value(&arguments);
        assert_eq!(ArgumentTexts::meaning(&fields, &raw), None, "{arguments}");
    }
}

#[test]
fn a_field_that_is_no_longer_asked_for_is_not_left_out_in_silence() {
    let problems = typed(&[("/gone", "x"), ("/empty", "")]);
    let problems = problems
        .arguments(&fields(&schema()))
        .expect_err("a problem");
    assert_eq!(
        problems.general,
        [
            "The tool no longer has the argument `/gone`; its definition changed after you opened the form."
        ]
    );
}

#[test]
fn what_the_schema_says_is_told_at_the_field() {
    let schema = schema();
    let fields = fields(&schema);
    let arguments = json!({
        "isbn": "x", "count": 0, "tags": ["a", "b", "c", "d"], "sizes": [1, "x"],
        "at": {"geo": {"lat": "north"}}
    });
    let found = ArgumentProblems::found(&schema, &RawJson::from_value(&arguments), &fields);
    let told: Vec<_> = found
        .at
        .iter()
        .map(|(at, text)| format!("{at} {}", text.join(" ")))
        .collect();
    assert_eq!(
        told,
        [
            "/at \"city\" is a required property",
            "/at/geo/lat \"north\" is not of type \"number\"",
            "/count 0 is less than the minimum of 1",
            "/isbn \"x\" is shorter than 3 characters",
            "/sizes At /1: \"x\" is not of type \"number\"",
            "/tags [\"a\",\"b\",\"c\",\"d\"] has more than 3 items",
        ]
    );
    let closed = json!({"properties": {}, "additionalProperties": false});
    let found = ArgumentProblems::found(&closed, &RawJson::from_value(&json!({"x": 1})), &[]);
    assert_eq!(found.general.len(), 1, "{found:?}");
    // A schema that cannot be compiled has nothing against anything.
    let broken = json!({"$ref": "http://127.0.0.1:9/x"});
    assert!(ArgumentProblems::found(&broken, &RawJson::from_value(&json!({})), &[]).is_empty());
}

#[test]
fn written_arguments_are_an_object() {
    for (text, expect) in [
        ("", Ok("{}")),
        (" {\"a\": 1.10}\n", Ok("{\"a\": 1.10}")),
        (
            "[1]",
            Err("The arguments must be a JSON object, not `[1]`."),
        ),
        ("3", Err("The arguments must be a JSON object, not `3`.")),
        (
            "{\"a\":1,\"a\":2}",
            Err("Invalid arguments: the key `a` is there twice."),
        ),
        (
            "{",
            Err("Invalid JSON: EOF while parsing an object at line 1 column 1."),
        ),
    ] {
        let read = written(text).map(|json| json.to_string());
        assert_eq!(read.as_deref().map_err(String::as_str), expect, "{text}");
    }
    assert!(written(&"[".repeat(100_000)).is_err());
}
