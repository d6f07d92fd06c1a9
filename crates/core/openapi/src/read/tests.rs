mod extension;
mod hostile;
mod laws;
mod odd;
mod operation;
mod parameter;
mod reference;
mod schema;
mod security;
mod swagger2;

use serde_json::{Value, json};

use super::{DocumentBundle, parse, read};
use crate::api::{ApiDescription, OpenApiOperation};

/// Reads a document of one file.
#[track_caller]
fn api(root: Value) -> ApiDescription {
    read(&DocumentBundle::new("api.yaml", root)).expect("a document")
}

/// Reads a document in YAML. Further files follow a line `--- name`.
#[track_caller]
fn files(text: &str) -> ApiDescription {
    let mut parts = text.split("\n--- ");
    let root = parts.next().expect("a document");
    let root = parse(root.as_bytes(), "api.yaml").expect("YAML");
    let mut bundle = DocumentBundle::new("api.yaml", root);
    let others: Vec<(&str, &str)> = parts
        .map(|it| it.split_once('\n').expect("a name"))
        .collect();
    while let Some(file) = bundle.wanted().first() {
        let content = others.iter().find(|(name, _)| name.trim() == file);
        let content = content.map(|(name, text)| parse(text.as_bytes(), name).expect("YAML"));
        bundle.add(file, content.ok_or("there is no such file".to_owned()));
    }
    read(&bundle).expect("a document")
}

/// A document of version 3.1 with these paths.
fn paths(paths: &Value) -> Value {
    json!({"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": paths})
}

/// A document with one operation, `GET /a`.
#[track_caller]
fn one(operation: &Value) -> (Option<OpenApiOperation>, Vec<String>) {
    let mut api = api(paths(&json!({"/a": {"get": operation}})));
    let told = told(&api);
    (api.operations.pop(), told)
}

/// What was told, in the form in which people see it.
fn told(api: &ApiDescription) -> Vec<String> {
    api.diagnostics.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn assert_told(api: &ApiDescription, expect: &[&str]) {
    assert_eq!(told(api), expect);
}

#[test]
fn a_small_document_is_read_whole() {
    let api = files(
        "openapi: 3.1.0
info: {title: Bookshop, version: 1.0, description: Books}
servers: [{url: https://shop.example/v1, description: live}]
tags: [{name: books}]
paths:
  /books/{isbn}:
    parameters: [{name: isbn, in: path, required: true, schema: {type: string}}]
    get:
      operationId: getBook
      summary: One book
      tags: [books]
      responses:
        200:
          description: The book
          content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}
        4XX: {description: No}
        default: {description: Else}
    delete: {deprecated: true, responses: {204: {description: Gone}}}
components:
  schemas:
    Book: {type: object, properties: {sequel: {$ref: '#/components/schemas/Book'}}}
    Unused: {type: object}
",
    );
    assert_told(&api, &[]);
    assert_eq!(
        (api.title.as_str(), api.version.as_str()),
        ("Bookshop", "1.0")
    );
    assert_eq!(api.servers[0].url, "https://shop.example/v1");
    let [get, delete] = api.operations.as_slice() else {
        panic!("two operations: {:?}", api.operations);
    };
    assert_eq!(get.id.as_deref(), Some("getBook"));
    assert_eq!(get.pointer, "#/paths/~1books~1{isbn}/get");
    assert_eq!(get.responses.len(), 3);
    assert_eq!(
        get.responses[0].content[0].schema,
        json!({"$ref": "#/$defs/Book"})
    );
    assert!(delete.deprecated && delete.parameters == get.parameters);
    assert_eq!(delete.servers, api.servers);
    let definitions: Vec<_> = api.definitions.keys().collect();
    assert_eq!(definitions, ["Book"]);
}

#[test]
fn what_is_no_document_says_so() {
    for (root, expect) in [
        (
            json!([]),
            "`x.json` is not an OpenAPI document: it holds a list, not an object",
        ),
        (
            json!({"info": {}}),
            "`x.json` is not an OpenAPI document: it says neither `openapi` nor `swagger`",
        ),
    ] {
        let error = read(&DocumentBundle::new("x.json", root)).expect_err("refused");
        assert_eq!(error.to_string(), expect);
    }
}
