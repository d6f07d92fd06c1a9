//! Whole documents become tools.

use candor_model::Severity;
use serde_json::json;

use super::fixture::{api, body, media, operation, parameter, replies};
use super::*;
use crate::api::ParameterPlace;

fn shop() -> ApiDescription {
    let definitions = json!({
        "Book": {
            "type": "object",
            "properties": {
                "id": {"type": "integer", "readOnly": true},
                "title": {"type": "string", "description": "As on the cover."},
            },
            "required": ["id", "title"],
        },
    });
    let book = json!({"$ref": "#/$defs/Book"});
    let mut list = operation("GET /books listBooks");
    list.summary = Some("List books".to_owned());
    let limit = json!({"type": "integer", "minimum": 1, "default": 20});
    list.parameters = vec![parameter(ParameterPlace::Query, "limit", limit)];
    list.responses = replies(json!({"type": "array", "items": book}));
    let mut add = operation("POST /books addBook");
    add.body = Some(body(vec![media("application/json", book.clone())]));
    add.responses = replies(book);
    add.extension.select = Some(false);
    let mut remove = operation("DELETE /books/{id} removeBook");
    remove.parameters = vec![parameter(
        ParameterPlace::Path,
        "id",
        json!({"type": "integer"}),
    )];
    remove.extension.confirm = Some(ConfirmMode::Always);
    for hint in ["readOnlyHint", "destructiveHint"] {
        remove
            .extension
            .annotations
            .insert(hint.to_owned(), true.into());
    }
    api(vec![list, add, remove], definitions)
}

#[test]
fn an_operation_becomes_a_tool() {
    let (tools, told) = tools(&shop(), &ToolOptions::default());
    let [list, add, remove] = tools.as_slice() else {
        panic!("three tools");
    };
    assert_eq!(list.title.as_deref(), Some("List books"));
    assert!(list.selects && list.wraps && !add.selects && !add.wraps && !remove.selects);
    insta::assert_json_snapshot!(list.input, @r#"
    {
      "type": "object",
      "properties": {
        "limit": {
          "type": "integer",
          "minimum": 1,
          "default": 20
        },
        "_select": {
          "type": "string",
          "description": "A jq filter that picks a part of the reply, so that less comes back. Leave it out for the whole reply.\nExample: `.[] | {id, title}`\nThe reply: [{id: integer, title: string}]"
        }
      },
      "additionalProperties": false
    }
    "#);
    insta::assert_json_snapshot!(add.input, @r#"
    {
      "type": "object",
      "properties": {
        "title": {
          "type": "string",
          "description": "As on the cover."
        }
      },
      "required": [
        "title"
      ],
      "additionalProperties": false
    }
    "#);
    assert_eq!(
        add.output.as_ref().expect("a schema")["required"],
        json!(["id", "title"])
    );
    assert_eq!(
        (remove.confirm, remove.output.as_ref()),
        (Some(ConfirmMode::Always), None)
    );
    assert_eq!(remove.annotations.len(), 2);
    let told: Vec<String> = told.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    warning: `removeBook` says both `readOnlyHint` and `destructiveHint`, at `#/paths/~1books~1{id}` [openapi::annotations-contradict]
      hint: it is taken to be destructive; remove one of them
    ");
}

#[test]
fn a_narrower_selection_renames_nothing() {
    let mut document = shop();
    for operation in &mut document.operations {
        operation.id = Some("same".to_owned());
    }
    let names = |options: &ToolOptions| -> Vec<String> {
        let made = tools(&document, options).0;
        made.into_iter().map(|tool| tool.name).collect()
    };
    let all = names(&ToolOptions::default());
    let mut options = ToolOptions::default();
    options.selection.include.methods.push("delete".to_owned());
    assert_eq!(names(&options), all[2..]);
}

#[test]
fn options_count_unless_the_document_says_otherwise() {
    let options = ToolOptions {
        select: false,
        max_output_schema: 10,
        ..ToolOptions::default()
    };
    let mut document = shop();
    document.operations[1].extension.select = Some(true);
    let (made, told) = tools(&document, &options);
    let selects: Vec<bool> = made.iter().map(|tool| tool.selects).collect();
    assert_eq!(selects, [false, true, false]);
    assert!(made.iter().all(|tool| tool.output.is_none()));
    assert!(
        made[0].wraps,
        "a result is wrapped whether its schema is shown or not"
    );
    let notes: Vec<&str> = told
        .iter()
        .filter(|one| one.severity == Severity::Note)
        .map(|one| one.message.as_str())
        .collect();
    assert_eq!(
        notes,
        [
            "`listBooks` has no schema of results: it is longer than 10 bytes, at `#/paths/~1books`",
            "`addBook` has no schema of results: it is longer than 10 bytes, at `#/paths/~1books`",
        ]
    );
}

#[test]
fn what_cannot_be_served_is_told_and_the_rest_is_served() {
    let mut document = shop();
    let clash = ParameterPlace::QueryString;
    document.operations[0]
        .parameters
        .push(parameter(clash, "limit", json!({})));
    let host = parameter(ParameterPlace::Header, "Host", json!({}));
    document.operations[1].parameters.push(host);
    let (made, told) = tools(&document, &ToolOptions::default());
    assert_eq!(made.len(), 2);
    let codes: Vec<&str> = told.iter().map(|one| one.code).collect();
    assert_eq!(
        codes,
        [
            "openapi::argument-clash",
            "openapi::header-is-no-argument",
            "openapi::annotations-contradict",
        ]
    );
}

#[test]
fn a_small_document_cannot_make_endless_schemas() {
    let large = json!({"Large": {"type": "object", "description": "x".repeat(900_000)}});
    let operations = (0..400).map(|at| {
        let mut one = operation(&format!("POST /x{at}"));
        let schema = json!({"$ref": "#/$defs/Large"});
        one.body = Some(body(vec![media("application/json", schema)]));
        one
    });
    let document = api(operations.collect(), large);
    let (made, told) = tools(&document, &ToolOptions::default());
    assert_eq!(made.len(), 150);
    assert_eq!(told.len(), 1);
    assert!(
        told[0].message.starts_with("250 operations are left out"),
        "{}",
        told[0]
    );
}
