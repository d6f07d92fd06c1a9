//! Tests for the output schemas of tools.

use candor_schema::SchemaValidator;

use super::*;
use crate::tool::fixture::{api, media, operation, replies, response};
use crate::tool::side::SchemaSide;

fn definitions() -> Value {
    json!({
        "Book": {
            "type": "object",
            "properties": {
                "isbn": {"type": "string"},
                "password": {"type": "string", "writeOnly": true},
                "parent": {"$ref": "#/$defs/Book"},
            },
            "required": ["isbn", "password"],
        },
        "Text": {"type": "string"},
    })
}

struct OutputCase {
    schema: Option<Value>,
    wraps: bool,
}

fn made(responses: Vec<ApiResponse>, selects: bool) -> OutputCase {
    let document = api(Vec::new(), definitions());
    let mut stock = DefinitionSet::new(&document.definitions, SchemaSide::Output);
    let mut one = operation("GET /x");
    one.responses = responses;
    let reply = reply(&one, &document.definitions);
    let output = output(&reply, selects, 10_000, &mut stock);
    let schema = output
        .schema
        .expect("short")
        .map(|complete| complete.schema);
    OutputCase {
        schema,
        wraps: output.wraps,
    }
}

/// Which of the values the schema for a reply allows, with and without a selection.
fn check(schema: &Value, wraps: bool, good: &[Value], bad: &[Value]) {
    for selects in [false, true] {
        let made = made(replies(schema.clone()), selects);
        let output = made.schema.expect("a schema");
        assert_eq!((made.wraps, &output["type"]), (wraps, &json!("object")));
        let validator = SchemaValidator::compile(&output).expect("a schema");
        for value in good {
            assert!(validator.violations(value).is_empty(), "{output} {value}");
        }
        for value in bad {
            assert!(!validator.violations(value).is_empty(), "{output} {value}");
        }
        let selected = json!({"selected": [1, "x"]});
        if selects {
            assert!(validator.violations(&selected).is_empty(), "{output}");
        }
    }
}

#[test]
fn an_object_stays_and_anything_else_is_wrapped() {
    let book = json!({"$ref": "#/$defs/Book"});
    let good = [
        json!({"isbn": "1"}),
        json!({"isbn": "1", "parent": {"isbn": "2"}}),
    ];
    let bad = [
        json!({}),
        json!({"isbn": 1}),
        json!({"isbn": "1", "parent": {}}),
        json!([]),
    ];
    check(&book, false, &good, &bad);
    check(&json!({"allOf": [book]}), false, &good, &bad);
    check(
        &json!({"type": "array", "items": book}),
        true,
        &[json!({"result": []}), json!({"result": [{"isbn": "1"}]})],
        &[json!([]), json!({}), json!({"result": 1})],
    );
    check(
        &json!({"$ref": "#/$defs/Text"}),
        true,
        &[json!({"result": "a"})],
        &[json!({})],
    );
    check(
        &json!({"oneOf": [book, {"type": "null"}]}),
        true,
        &[json!({"result": null}), json!({"result": {"isbn": "1"}})],
        &[json!({"result": 1})],
    );
    check(
        &json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}),
        false,
        &[json!({}), json!({"a": "x"})],
        &[json!({"a": 1}), json!({"b": 1})],
    );
    check(
        &json!({"type": "object", "properties": {"selected": {"type": "string"}}, "minProperties": 1}),
        false,
        &[json!({"selected": "x"})],
        &[json!({})],
    );
}

#[test]
fn properties_stay_in_sight() {
    let book = json!({"$ref": "#/$defs/Book", "description": "A book."});
    insta::assert_json_snapshot!(made(replies(book), true).schema, @r##"
    {
      "type": "object",
      "properties": {
        "isbn": {
          "type": "string"
        },
        "parent": {
          "$ref": "#/$defs/Book"
        },
        "selected": {
          "description": "What `_select` picked from the reply."
        }
      },
      "description": "A book.",
      "anyOf": [
        {
          "required": [
            "isbn"
          ]
        },
        {
          "required": [
            "selected"
          ]
        }
      ],
      "$defs": {
        "Book": {
          "type": "object",
          "properties": {
            "isbn": {
              "type": "string"
            },
            "parent": {
              "$ref": "#/$defs/Book"
            }
          },
          "required": [
            "isbn"
          ]
        }
      }
    }
    "##);
}

#[test]
fn several_replies_are_alternatives() {
    let reply = |status, schema| response(status, vec![media("application/json", schema)]);
    let (book, text) = (json!({"$ref": "#/$defs/Book"}), json!({"type": "string"}));
    let other = json!({"type": "object", "required": ["job"]});
    let both = vec![
        reply(ResponseStatus::Class(2), other.clone()),
        reply(ResponseStatus::Exact(201), book.clone()),
        reply(ResponseStatus::Exact(200), book.clone()),
        reply(ResponseStatus::Exact(404), text.clone()),
    ];
    let made_both = made(both, true);
    let schema = made_both.schema.expect("a schema");
    assert_eq!(schema["anyOf"][0], book);
    assert_eq!(schema["anyOf"][1], other);
    assert_eq!(schema["anyOf"].as_array().map(Vec::len), Some(3));
    assert!(!made_both.wraps);
    let mixed = vec![
        reply(ResponseStatus::Exact(200), book.clone()),
        reply(ResponseStatus::Exact(202), text),
    ];
    assert!(made(mixed, false).wraps);
    assert!(
        made(vec![reply(ResponseStatus::Default, book.clone())], false)
            .schema
            .is_some()
    );
    let with_default = vec![
        reply(ResponseStatus::Default, book.clone()),
        response(ResponseStatus::Exact(204), vec![]),
    ];
    assert!(made(with_default, false).schema.is_none());
}

#[test]
fn nothing_is_promised_that_may_not_hold() {
    let book = json!({"$ref": "#/$defs/Book"});
    let json = |schema: &Value| vec![media("application/json", schema.clone())];
    for responses in [
        vec![],
        vec![response(ResponseStatus::Exact(200), vec![])],
        vec![response(ResponseStatus::Exact(200), json(&json!(true)))],
        vec![response(ResponseStatus::Exact(200), json(&json!({})))],
        vec![response(
            ResponseStatus::Exact(200),
            vec![media("text/html", book.clone())],
        )],
        vec![response(
            ResponseStatus::Exact(200),
            vec![media("*/*", json!({"type": "string"}))],
        )],
        vec![
            response(ResponseStatus::Exact(200), json(&book)),
            response(ResponseStatus::Exact(204), vec![]),
        ],
        vec![response(ResponseStatus::Exact(404), json(&book))],
    ] {
        assert!(made(responses, false).schema.is_none());
    }
    for media_type in [
        "*/*",
        "application/vnd.shop+json",
        "application/json; charset=utf-8",
    ] {
        let responses = vec![response(
            ResponseStatus::Exact(200),
            vec![media(media_type, book.clone())],
        )];
        assert!(made(responses, false).schema.is_some(), "{media_type}");
    }
    let document = api(Vec::new(), definitions());
    let mut head = operation("HEAD /x");
    head.responses = replies(book);
    assert!(reply(&head, &document.definitions).schemas.is_empty());
}

#[test]
fn a_line_that_may_also_be_text_is_not_promised() {
    let reply = |schema: Value| {
        let content = ["text/plain", "application/json"].map(|it| media(it, schema.clone()));
        vec![response(ResponseStatus::Exact(200), content.into())]
    };
    assert_eq!(made(reply(json!({"type": "string"})), false).schema, None);
    assert!(
        made(reply(json!({"type": "object"})), false)
            .schema
            .is_some()
    );
    let xml =
        ["application/xml", "application/json"].map(|it| media(it, json!({"type": "string"})));
    let xml = vec![response(ResponseStatus::Exact(200), xml.into())];
    assert!(made(xml, false).schema.is_some());
}
