//! Arguments, laid out.

use serde_json::json;

use super::*;
use crate::api::{BodyMedia, OperationBody, ParameterPlace};
use crate::tool::fixture::{api, body, media, operation, parameter};
use crate::tool::layout::ArgumentTarget;
use crate::tool::side::SchemaSide;
use ParameterPlace::{Cookie, Header, Path, Query, QueryString};

fn definitions() -> Value {
    json!({
        "Book": {
            "type": "object",
            "properties": {
                "isbn": {"type": "string", "readOnly": true},
                "title": {"type": "string"},
                "parent": {"$ref": "#/$defs/Book"},
            },
            "required": ["isbn", "title"],
        },
        "Unused": {"type": "string"},
    })
}

fn made(operation: &OpenApiOperation) -> Result<OperationInput, InputError> {
    let document = api(Vec::new(), definitions());
    let mut stock = DefinitionSet::new(&document.definitions, SchemaSide::Input);
    let input = input(
        operation,
        &SchemeCredentials::of(&document),
        None,
        &mut stock,
    );
    if let Ok(input) = &input {
        candor_schema::SchemaValidator::compile(&input.schema.schema).expect("a schema");
    }
    input
}

/// The arguments in short: `query.limit! body`.
fn names(input: &OperationInput) -> String {
    let schema = &input.schema.schema;
    let name = |slot: &ArgumentSlot| {
        let object = slot
            .group
            .map_or(schema, |group| &schema["properties"][group]);
        let required = object["required"].as_array();
        let is_required = required.is_some_and(|all| all.contains(&json!(slot.argument)));
        let group = slot
            .group
            .map_or(String::new(), |group| format!("{group}."));
        let target = match &slot.target {
            ArgumentTarget::Body => "=",
            ArgumentTarget::Parameter(_) | ArgumentTarget::Property(_) => "",
        };
        let mark = if is_required { "!" } else { "" };
        format!("{group}{}{mark}{target}", slot.argument)
    };
    input
        .layout
        .slots
        .iter()
        .map(name)
        .collect::<Vec<_>>()
        .join(" ")
}

fn check(
    parameters: &[(ParameterPlace, &str)],
    body: impl Into<Option<OperationBody>>,
    expect: &str,
) {
    let mut one = operation("POST /x");
    one.parameters = parameters
        .iter()
        .map(|(place, name)| parameter(*place, name, json!({"type": "string"})))
        .collect();
    one.body = body.into();
    assert_eq!(names(&made(&one).expect("arguments")), expect);
}

fn json_body(schema: Value) -> OperationBody {
    body(vec![media("application/json", schema)])
}

fn optional(body: OperationBody) -> OperationBody {
    OperationBody {
        required: false,
        ..body
    }
}

#[test]
fn names_that_differ_are_flat() {
    check(&[], None, "");
    check(
        &[
            (Path, "isbn"),
            (Query, "filter[name]"),
            (Header, "X-Request-Id"),
            (Cookie, "$top"),
        ],
        None,
        "isbn! filter[name] X-Request-Id $top",
    );
    check(&[(Path, "id"), (QueryString, "q")], None, "id! q");
    check(
        &[(Query, "path")],
        json_body(json!({"$ref": "#/$defs/Book"})),
        "path title! parent",
    );
}

#[test]
fn names_that_clash_are_grouped() {
    check(&[(Path, "id"), (Query, "id")], None, "path.id! query.id");
    check(
        &[(Query, "a"), (Path, "id"), (Query, "id")],
        None,
        "query.a path.id! query.id",
    );
    check(
        &[(Path, "title"), (Header, "h")],
        json_body(json!({"$ref": "#/$defs/Book"})),
        "path.title! header.h body!=",
    );
    check(
        &[(Query, "body")],
        json_body(json!({"type": "array"})),
        "query.body body!=",
    );
    check(&[(Query, "_select")], None, "query._select");
    check(
        &[],
        json_body(json!({"properties": {"_select": {}}})),
        "body!=",
    );
}

#[test]
fn a_clash_inside_a_group_cannot_be_served() {
    let mut one = operation("GET /x");
    one.parameters = vec![
        parameter(Query, "q", json!({})),
        parameter(QueryString, "q", json!({})),
    ];
    let clash = InputError::Clash {
        group: "query",
        name: "q".to_owned(),
    };
    assert_eq!(made(&one).err(), Some(clash));
}

#[test]
fn a_body_is_spread_if_that_loses_nothing() {
    let open = json!({"properties": {"a": {}, "b": {}}});
    let strict = json!({"properties": {"a": {}, "b": {}}, "required": ["a"]});
    check(&[], json_body(strict.clone()), "a! b");
    check(&[], optional(json_body(open.clone())), "a b");
    check(&[], optional(json_body(strict.clone())), "body=");
    check(&[], json_body(json!({"oneOf": [open, strict]})), "body!=");
    check(&[], json_body(json!(true)), "body!=");
    check(
        &[],
        json_body(json!({"properties": {"id": {"readOnly": true}}})),
        "body!=",
    );
    // What must be there but is never sent does not stand in the way.
    let stamped = json!({"properties": {"id": {"readOnly": true}, "a": {}}, "required": ["id"]});
    check(&[], optional(json_body(stamped)), "a");
    let lines = media("application/x-ndjson", strict);
    check(&[], body(vec![lines]), "body!=");
}

#[test]
fn a_body_that_is_no_json_says_what_it_is() {
    let book = json!({"$ref": "#/$defs/Book"});
    let text = json!({"type": "string", "maxLength": 9});
    for (content, expect) in [
        (
            media("text/csv", json!(true)),
            json!({"type": "string", "description": "Sent as `text/csv`."}),
        ),
        (
            media("text/plain", text),
            json!({"type": "string", "maxLength": 9, "description": "Sent as `text/plain`."}),
        ),
        (
            media("application/xml", book.clone()),
            json!({
                "type": "string",
                "description": "A document of XML as text, sent as `application/xml`. \
                                Its parts: {title: string, parent: …}",
            }),
        ),
        (
            media("image/png", json!({"format": "binary"})),
            json!({
                "type": "string",
                "contentEncoding": "base64",
                "contentMediaType": "image/png",
                "description": "The content as base64, or a `data:` URI.\n\nSent as `image/png`.",
            }),
        ),
        (
            media(
                "application/x-www-form-urlencoded",
                json!({"type": "object"}),
            ),
            json!({
                "type": "object",
                "description": "Sent as `application/x-www-form-urlencoded`.",
            }),
        ),
        (
            media("application/json", json!({"type": "array"})),
            json!({"type": "array"}),
        ),
    ] {
        let mut one = operation("POST /x");
        one.body = Some(body(vec![content]));
        let input = made(&one).expect("arguments");
        assert_eq!(input.schema.schema["properties"]["body"], expect);
    }
}

#[test]
fn the_preferred_form_is_recorded() {
    let mut one = operation("POST /x");
    let forms: Vec<BodyMedia> = ["text/plain", "application/json"]
        .map(|form| media(form, json!({"properties": {"a": {}}})))
        .into();
    one.body = Some(body(forms));
    let input = made(&one).expect("arguments");
    assert_eq!((input.media, names(&input).as_str()), (1, "a"));
}

#[test]
fn files_of_a_form_are_base64() {
    let schema = json!({
        "type": "object",
        "properties": {
            "cover": {"type": "string", "format": "binary", "description": "The cover."},
            "note": {"type": "string"},
        },
        "required": ["cover"],
    });
    let form = || body(vec![media("multipart/form-data", schema.clone())]);
    let mut one = operation("POST /x");
    one.body = Some(form());
    let flat = made(&one).expect("arguments");
    assert_eq!(
        flat.schema.schema["properties"]["cover"]["contentEncoding"],
        "base64"
    );
    assert_eq!(names(&flat), "cover! note");
    one.body = Some(optional(form()));
    let whole = made(&one).expect("arguments");
    let cover = &whole.schema.schema["properties"]["body"]["properties"]["cover"];
    assert_eq!(cover["contentEncoding"], "base64");
}

#[test]
fn what_is_said_of_an_argument_is_kept() {
    let mut one = operation("GET /x");
    let schema = json!({"type": "integer", "default": 20, "description": "At most 100."});
    let mut limit = parameter(Query, "limit", schema);
    limit.description = Some("How many.".to_owned());
    limit.deprecated = true;
    let by_name = parameter(Query, "book", json!({"$ref": "#/$defs/Book"}));
    let never = parameter(Query, "never", json!(false));
    one.parameters = vec![limit, by_name, never];
    let input = made(&one).expect("arguments");
    insta::assert_json_snapshot!(input.schema.schema, @r##"
    {
      "type": "object",
      "properties": {
        "limit": {
          "type": "integer",
          "default": 20,
          "description": "How many.\n\nAt most 100.",
          "deprecated": true
        },
        "book": {
          "$ref": "#/$defs/Book"
        },
        "never": {
          "not": {}
        }
      },
      "additionalProperties": false,
      "$defs": {
        "Book": {
          "type": "object",
          "properties": {
            "title": {
              "type": "string"
            },
            "parent": {
              "$ref": "#/$defs/Book"
            }
          },
          "required": [
            "title"
          ]
        }
      }
    }
    "##);
}

#[test]
fn groups_are_objects_of_their_own() {
    let mut one = operation("PUT /books/{title}");
    one.parameters = vec![
        parameter(Path, "title", json!({"type": "string"})),
        parameter(Query, "dry", json!({"type": "boolean"})),
    ];
    one.body = Some(json_body(json!({"$ref": "#/$defs/Book"})));
    let schema = made(&one).expect("arguments").schema.schema;
    assert_eq!(schema["required"], json!(["path", "body"]));
    insta::assert_json_snapshot!(schema["properties"], @r##"
    {
      "path": {
        "type": "object",
        "properties": {
          "title": {
            "type": "string"
          }
        },
        "required": [
          "title"
        ],
        "additionalProperties": false
      },
      "query": {
        "type": "object",
        "properties": {
          "dry": {
            "type": "boolean"
          }
        },
        "additionalProperties": false
      },
      "body": {
        "$ref": "#/$defs/Book"
      }
    }
    "##);
}

#[test]
fn a_body_that_takes_too_long_to_describe_is_not_described() {
    let huge = "x".repeat(LONGEST);
    let mut one = operation("POST /x");
    one.parameters = vec![parameter(Query, "body", json!({}))];
    one.body = Some(json_body(
        json!({"properties": {"a": {"description": huge}}}),
    ));
    let input = made(&one).expect("arguments");
    assert!(input.is_cut);
    assert_eq!(names(&input), "query.body body!=");
    assert_eq!(input.schema.schema["properties"]["body"], json!({}));
    one.parameters = vec![parameter(Query, "q", json!({"description": huge}))];
    assert_eq!(made(&one).err(), Some(InputError::TooLong));
}

#[test]
fn a_form_without_fields_has_no_argument() {
    let form = |schema: Value| body(vec![media("application/x-www-form-urlencoded", schema)]);
    let none = json!({"type": "object", "properties": {}});
    check(&[(Path, "id")], optional(form(none.clone())), "id!");
    check(&[(Path, "id")], form(none.clone()), "id!");
    check(&[], form(json!({"type": "object"})), "body!=");
    check(&[], json_body(none), "body!=");
}

#[test]
fn parts_without_names_are_not_sent() {
    let mut one = operation("PUT /x");
    let parts = media("multipart/mixed", json!({"type": "array", "items": {}}));
    one.body = Some(body(vec![parts.clone()]));
    let media_type = "multipart/mixed".to_owned();
    assert_eq!(
        made(&one).err(),
        Some(InputError::Unsendable { media_type })
    );
    one.body = Some(body(vec![parts, media("image/tiff", json!(true))]));
    let input = made(&one).expect("arguments");
    assert_eq!((names(&input).as_str(), input.media), ("body!=", 1));
}

#[test]
fn a_patch_says_how_it_is_meant() {
    let mut one = operation("PATCH /x");
    let merge = media("application/merge-patch+json", json!({"type": "object"}));
    one.body = Some(body(vec![merge]));
    let input = made(&one).expect("arguments");
    let schema = &input.schema.schema["properties"]["body"];
    assert_eq!(
        schema["description"],
        "Sent as `application/merge-patch+json`."
    );
}
