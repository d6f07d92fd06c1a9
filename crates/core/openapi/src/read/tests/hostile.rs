//! Documents that are meant to hurt.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use super::super::path::MOST_OPERATIONS;
use super::super::{DocumentBundle, parse, read};
use super::{api, paths, told};

#[test]
fn operations_beyond_the_limit_are_counted() {
    let items: Map<String, Value> = (0..MOST_OPERATIONS + 5)
        .map(|at| (format!("/{at}"), json!({"get": {}})))
        .collect();
    let api = api(paths(&Value::Object(items)));
    assert_eq!(api.operations.len(), MOST_OPERATIONS);
    assert_eq!(
        told(&api),
        [
            "api.yaml: error: 5 operations are left out: only the first 20000 are read, at \
          `#/paths` [openapi::too-much]"
        ]
    );
}

/// A path item that many paths share would be copied for each of them.
#[test]
fn what_comes_of_references_is_in_proportion_to_the_document() {
    let huge = "x".repeat(1 << 20);
    let items: Map<String, Value> = (0..5_000)
        .map(|at| {
            (
                format!("/{at}"),
                json!({"$ref": "#/components/pathItems/A"}),
            )
        })
        .collect();
    let mut root = paths(&Value::Object(items));
    root["components"] = json!({"pathItems": {"A": {"get": {"description": huge}}}});
    let api = api(root);
    assert!(api.operations.len() < 200, "{}", api.operations.len());
    assert!(told(&api)[0].contains("the document's references expand to too much data"));
}

#[test]
fn shared_schemas_are_not_copied() {
    let properties: Map<String, Value> = (0..1_000)
        .map(|at| (format!("p{at}"), json!({"type": "string"})))
        .collect();
    let items: Map<String, Value> = (0..1_000)
        .map(|at| {
            let reply = json!({"$ref": "#/components/responses/Big"});
            (
                format!("/{at}"),
                json!({"get": {"responses": {"200": reply}}}),
            )
        })
        .collect();
    let mut root = paths(&Value::Object(items));
    root["components"] = json!({"responses": {"Big": {
        "content": {"application/json": {"schema": {"properties": properties}}}
    }}});
    let api = api(root);
    assert_eq!(api.operations.len(), 1_000);
    let name = "responses_Big_application_json";
    let schema = &api.operations[999].responses[0].content[0].schema;
    assert_eq!(*schema, json!({"$ref": format!("#/$defs/{name}")}));
    assert!(api.definitions.contains_key(name));
}

#[test]
fn findings_are_limited_and_short() {
    let items: Map<String, Value> = (0..2_000)
        .map(|at| {
            (
                format!("/{at}/{}", "y".repeat(1_000)),
                json!({"gte": "z".repeat(1_000)}),
            )
        })
        .collect();
    let api = api(paths(&Value::Object(items)));
    assert_eq!(api.diagnostics.len(), 201);
    assert!(told(&api).iter().all(|line| line.len() < 1_000));
    assert_eq!(
        api.diagnostics[200].message,
        "and 1800 more of this severity"
    );
}

#[test]
fn deep_documents_are_read_as_deep_as_they_parse() {
    let depth = 110;
    let open = "{\"items\":".repeat(depth);
    let close = "}".repeat(depth);
    let text = format!(
        "{{\"openapi\":\"3.1.0\",\"paths\":{{\"/a\":{{\"get\":{{\"parameters\":[{{\"name\":\"x\",\
         \"in\":\"query\",\"schema\":{open}{{\"nullable\":true,\"type\":\"string\"}}{close}}}]}}}}}}}}"
    );
    let root = parse(text.as_bytes(), "api.json").expect("deep, but not too deep");
    let api = read(&DocumentBundle::new("api.json", root)).expect("a document");
    assert!(
        api.operations[0].parameters[0]
            .schema
            .to_string()
            .contains("null")
    );
}

#[test]
fn a_bomb_of_aliases_is_refused() {
    let mut text = "openapi: 3.1.0\nx0: &x0 [a, a, a, a, a, a, a, a, a, a]\n".to_owned();
    for level in 1..12 {
        let list = vec![format!("*x{}", level - 1); 10].join(", ");
        writeln!(text, "x{level}: &x{level} [{list}]").expect("written");
    }
    let error = parse(text.as_bytes(), "api.yaml")
        .expect_err("refused")
        .to_string();
    assert!(
        error.ends_with("its aliases bring more than 500000 values"),
        "{error}"
    );
}

#[test]
fn chains_and_circles_of_references_end() {
    let count = 2_000;
    let mut schemas = Map::new();
    let mut parameters = Map::new();
    for at in 0..count {
        let next = (at + 1) % count;
        schemas.insert(
            format!("S{at}"),
            json!({"$ref": format!("#/components/schemas/S{next}")}),
        );
        parameters.insert(
            format!("P{at}"),
            json!({"$ref": format!("#/components/parameters/P{next}")}),
        );
    }
    let mut root = paths(&json!({
        "/a": {"get": {"parameters": [
            {"name": "x", "in": "query", "schema": {"$ref": "#/components/schemas/S0"}},
            {"name": "y", "in": "query", "schema": {"$ref": "#/components/schemas/S0/properties/z"}},
        ]}},
        "/b": {"get": {"parameters": [{"$ref": "#/components/parameters/P0"}]}},
    }));
    root["components"] = json!({"schemas": schemas, "parameters": parameters});
    let api = api(root);
    assert_eq!(api.operations.len(), 1);
    assert_eq!(api.definitions.len(), count);
    let codes: Vec<_> = api.diagnostics.iter().map(|it| it.code).collect();
    assert_eq!(
        codes,
        [
            "openapi::unresolved-ref",
            "openapi::ref-cycle",
            "openapi::ref-cycle"
        ]
    );
}
