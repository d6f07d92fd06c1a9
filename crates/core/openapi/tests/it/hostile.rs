//! Documents that are meant to hurt, from their bytes to the tools: each is refused or bounded,
//! and says so.

use std::fmt::Write;

use candor_model::{Diagnostic, Severity};
use candor_openapi::{ApiDescription, ApiTool, DocumentBundle, ToolOptions, parse, read, tools};
use serde_json::{Map, Value, json};

use crate::usable::check_tool;

/// All that comes of a text.
struct HostileCase {
    api: ApiDescription,
    tools: Vec<ApiTool>,
    findings: Vec<Diagnostic>,
}

fn made(text: &str) -> HostileCase {
    let root = parse(text.as_bytes(), "api.yaml").expect("values");
    let api = read(&DocumentBundle::new("api.yaml", root)).expect("an API");
    let (tools, findings) = tools(&api, &ToolOptions::default());
    HostileCase {
        api,
        tools,
        findings,
    }
}

fn codes(findings: &[Diagnostic]) -> Vec<&str> {
    findings.iter().map(|it| it.code).collect()
}

#[track_caller]
fn check_refused(text: &str, expect: &str) {
    let error = parse(text.as_bytes(), "api.yaml").expect_err("refused");
    assert_eq!(error.to_string(), expect);
}

/// A document with these paths and schemas.
fn document(paths: &Value, schemas: &Value) -> String {
    json!({"openapi": "3.1.0", "paths": paths, "components": {"schemas": schemas}}).to_string()
}

/// An operation that sends and gets a thing of this schema.
fn exchange(schema: &Value) -> Value {
    let content = json!({"application/json": {"schema": schema}});
    json!({
        "requestBody": {"required": true, "content": content},
        "responses": {"200": {"content": content}},
    })
}

fn refer(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

#[test]
fn fifty_thousand_operations() {
    // All have the same operationId, so that every name must be made distinct.
    let mut text = "openapi: 3.0.3\npaths:\n".to_owned();
    for at in 0..50_000 {
        writeln!(text, "  /p{at}: {{get: {{operationId: same}}}}").expect("written");
    }
    let made = made(&text);
    assert_eq!(made.tools.len(), 20_000);
    assert_eq!(codes(&made.api.diagnostics), ["openapi::too-much"]);
    assert_eq!(
        made.api.diagnostics[0].message,
        "30000 operations are left out: only the first 20000 are read, at `#/paths`"
    );
    assert_eq!(codes(&made.findings), ["openapi::name-clash"]);
    assert!(made.findings[0].message.len() < 1_000);
    let mut names: Vec<&str> = made.tools.iter().map(|it| it.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 20_000);
}

/// A small document in which every operation refers to the same large schema.
#[test]
fn schemas_that_many_operations_share() {
    let paths: Map<String, Value> = (0..500)
        .map(|at| {
            let item = json!({"post": exchange(&refer("Large"))});
            (format!("/p{at}"), item)
        })
        .collect();
    let large = json!({
        "type": "object",
        "minProperties": 1,
        "description": "x".repeat(900 << 10),
    });
    let made = made(&document(&paths.into(), &json!({"Large": large})));
    assert_eq!(made.api.operations.len(), 500);
    // The schemas of all tools together have 128 MiB.
    assert_eq!(made.tools.len(), 146);
    let errors: Vec<&str> = (made.findings.iter())
        .filter(|it| it.severity == Severity::Error)
        .map(|it| it.message.as_str())
        .collect();
    assert_eq!(errors.len(), 1);
    assert!(
        errors[0].starts_with("354 operations are left out"),
        "{errors:?}"
    );
}

#[test]
fn bombs_of_aliases() {
    let mut text = "openapi: 3.1.0\nx0: &x0 {a: b}\n".to_owned();
    for level in 1..30 {
        let before = level - 1;
        writeln!(text, "x{level}: &x{level} {{l: *x{before}, r: *x{before}}}").expect("written");
    }
    let error = parse(text.as_bytes(), "api.yaml").expect_err("refused");
    let error = error.to_string();
    assert!(
        error.ends_with("its aliases bring more than 500000 values"),
        "{error}"
    );
    // One that leads to itself has no end at all.
    let error = parse(b"openapi: 3.1.0\npaths: &p {a: *p}\n", "api.yaml").expect_err("refused");
    assert!(error.to_string().starts_with("`api.yaml:2:"), "{error}");
}

#[test]
fn circles_of_references() {
    let paths = json!({
        "/self": {"post": exchange(&refer("Self"))},
        "/round": {"post": exchange(&refer("A"))},
        "/tree": {"post": exchange(&refer("Tree"))},
        "/parts": {"post": exchange(&refer("Parts"))},
        "/item": {"$ref": "#/paths/~1item"},
    });
    let schemas = json!({
        "Self": refer("Self"),
        "A": refer("B"),
        "B": {"allOf": [refer("A")]},
        "Tree": {"type": "object", "properties": {
            "left": refer("Tree"), "right": {"anyOf": [refer("Tree"), {"type": "null"}]},
        }},
        "Parts": {"allOf": [refer("Parts"), {"type": "object", "properties": {"a": {}}}]},
    });
    let made = made(&document(&paths, &schemas));
    assert_eq!(made.tools.len(), 4);
    made.tools.iter().for_each(check_tool);
    let codes = codes(&made.api.diagnostics);
    assert_eq!(
        codes, ["openapi::ref-cycle"; 4],
        "{:#?}",
        made.api.diagnostics
    );
    let tree = made.tools.iter().find(|it| it.operation.path == "/tree");
    let tree = tree.expect("a tool");
    assert!(tree.input["$defs"].get("Tree").is_some(), "{}", tree.input);
}

/// A schema with no bottom, though no reference leads back: each level has two of the next.
#[test]
fn towers_of_references() {
    let schemas: Map<String, Value> = (0..2_000)
        .map(|at| {
            let next = refer(&format!("S{}", at + 1));
            let both = json!({"type": "object", "properties": {"l": next, "r": next}});
            (format!("S{at}"), both)
        })
        .chain([("S2000".to_owned(), json!({"type": "string"}))])
        .collect();
    let paths = json!({"/a": {"post": exchange(&refer("S0"))}});
    let made = made(&document(&paths, &schemas.into()));
    assert_eq!(made.tools.len(), 1);
    check_tool(&made.tools[0]);
    assert_eq!(codes(&made.findings), ["openapi::output-too-long"]);
}

#[test]
fn deep_nesting() {
    let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    check_refused(
        &deep(100_000),
        "`api.yaml:1:128` cannot be read: it is nested more than 128 levels deep",
    );
    let text = format!("openapi: 3.1.0\nx: {}\n", deep(100_000));
    let error = parse(text.as_bytes(), "api.yaml").expect_err("refused");
    let error = error.to_string();
    assert!(
        error.ends_with("it is nested more than 128 levels deep"),
        "{error}"
    );
    let mut indented = String::new();
    for level in 0..1_000 {
        writeln!(indented, "{}a:", " ".repeat(level)).expect("written");
    }
    let error = parse(indented.as_bytes(), "api.yaml").expect_err("refused");
    let error = error.to_string();
    assert!(
        error.ends_with("it is nested more than 128 levels deep"),
        "{error}"
    );
}

#[test]
fn a_description_of_ten_megabytes() {
    let huge = "Reads a book. ".repeat(750_000);
    let paths = json!({"/a": {"get": {
        "description": huge,
        "summary": huge,
        "parameters": [{"name": "x", "in": "query", "description": huge, "schema": {}}],
        "responses": {"200": {"content": {"application/json": {"schema": {"description": huge}}}}},
    }}});
    let made = made(&document(&paths, &json!({})));
    // It is a tool all the same, or it is told why it is none.
    assert!(made.tools.is_empty());
    assert_eq!(codes(&made.findings), ["openapi::input-too-long"]);
    assert!(made.findings[0].message.len() < 300);
}

#[test]
fn keys_that_are_there_twice() {
    check_refused(
        "openapi: 3.1.0\npaths:\n  /a: {}\n  /a: {}\n",
        "`api.yaml:4:3` cannot be read: the key `/a` is there twice",
    );
    // JSON says nothing about it, and everybody takes the last.
    let made = made(r#"{"openapi": "3.1.0", "paths": {"/a": {}, "/a": {"get": {}}}}"#);
    assert_eq!(made.tools.len(), 1);
}

#[test]
fn files_on_other_machines_and_outside_the_folder() {
    let schemas: Map<String, Value> = [
        "http://169.254.169.254/latest/meta-data",
        "https://example.com/a.yaml#/b",
        "file:///etc/passwd",
        "/etc/passwd",
        "../../secret.yaml",
        "a/../../secret.yaml",
        "//example.com/a.yaml",
        "C:\\secret.yaml",
    ]
    .into_iter()
    .enumerate()
    .map(|(at, target)| (format!("S{at}"), json!({"$ref": target})))
    .collect();
    let properties: Map<String, Value> = schemas
        .keys()
        .map(|name| (name.clone(), refer(name)))
        .collect();
    let root = json!({"type": "object", "properties": properties});
    let count = schemas.len();
    let paths = json!({"/a": {"post": exchange(&root)}});
    let text = document(&paths, &schemas.into());
    let bundle = DocumentBundle::new(
        "api.yaml",
        parse(text.as_bytes(), "api.yaml").expect("values"),
    );
    assert_eq!(bundle.wanted(), [""; 0]);
    let made = made(&text);
    made.tools.iter().for_each(check_tool);
    let codes = codes(&made.api.diagnostics);
    assert_eq!(
        codes,
        vec!["openapi::refused-ref"; count],
        "{:#?}",
        made.api.diagnostics
    );
}
