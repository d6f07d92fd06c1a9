//! Every answer of every test is held against the OpenAPI document.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use candor_schema::SchemaValidator;
use serde_json::{Value, json};

use crate::fixture::TestReply;

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(&candor_api::document()).expect("JSON"));
static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<SchemaValidator>>>> =
    LazyLock::new(Mutex::default);

/// What may happen to any request, and is said once for all.
const ANYWHERE: [u16; 4] = [401, 403, 405, 503];

/// Panics unless the document says that this may be answered.
pub(crate) fn check(method: &str, path: &str, reply: &TestReply) {
    let path = path.split('?').next().expect("a path");
    let Some(operation) = operation(method, path) else {
        assert!(
            [401, 403, 404, 405].contains(&reply.status),
            "{method} {path} is not described"
        );
        return;
    };
    let what = format!("{} {}", operation["operationId"], reply.status);
    let responses = &operation["responses"];
    let response = if ANYWHERE.contains(&reply.status) {
        &responses["default"]
    } else {
        &responses[reply.status.to_string()]
    };
    assert!(
        response.is_object(),
        "{what} is not described: {}",
        reply.text
    );
    let Some(content) = response.get("content") else {
        assert_eq!(reply.text, "", "{what}");
        return;
    };
    let kind = reply.header("content-type").expect("a content type");
    let schema = &content[kind]["schema"];
    assert!(schema.is_object(), "{what}: {kind} is not described");
    // The answer to a HEAD has no body, and a stream has no end.
    if method != "HEAD" && kind != "text/event-stream" {
        let violations = validator(schema).violations(&reply.json());
        assert!(
            violations.is_empty(),
            "{what}: {violations:?}\n{}",
            reply.text
        );
    }
}

/// The operation that a request leads to.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let method = if method == "HEAD" { "GET" } else { method };
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    let path = if path == "/api/v1/" { "/api/v1" } else { path };
    // A plain path goes before one with names in it.
    let item = paths.get(path).or_else(|| {
        let mut fitting = paths.iter().filter(|(template, _)| fits(template, path));
        fitting.next().map(|(_, item)| item)
    });
    item?.get(method.to_ascii_lowercase())
}

fn fits(template: &str, path: &str) -> bool {
    let (template, path) = (template.split('/'), path.split('/'));
    template.clone().count() == path.clone().count()
        && template
            .zip(path)
            .all(|(named, given)| named == given || (named.starts_with('{') && !given.is_empty()))
}

/// The schema, among the others and with no member beside those that it describes.
fn validator(schema: &Value) -> Arc<SchemaValidator> {
    let mut validators = VALIDATORS.lock().expect("no panic");
    let validator = validators.entry(schema.to_string()).or_insert_with(|| {
        let mut whole = json!({"allOf": [schema], "components": DOCUMENT["components"]});
        if schema.get("$ref").is_some() {
            whole["unevaluatedProperties"] = json!(false);
        }
        Arc::new(SchemaValidator::compile(&whole).expect("a schema"))
    });
    Arc::clone(validator)
}

#[test]
fn what_is_not_described_is_noticed() {
    let reply = |text: &str| TestReply {
        status: 200,
        headers: [(
            http::header::CONTENT_TYPE,
            "application/json".parse().expect("a value"),
        )]
        .into_iter()
        .collect(),
        text: text.to_owned(),
    };
    let noticed = |path: &str, text: &str| {
        std::panic::catch_unwind(|| check("GET", path, &reply(text))).is_err()
    };
    let page = r#"{"items": [], "next": null}"#;
    assert!(!noticed("/api/v1/tools", page));
    assert!(noticed("/api/v1/tools", r#"{"items": 1, "next": null}"#));
    assert!(noticed(
        "/api/v1/tools",
        r#"{"items": [], "next": null, "more": 1}"#
    ));
    assert!(noticed("/api/v1/nothing", page));
    assert!(noticed("/api/v1/tools/shop.x", page));
}
