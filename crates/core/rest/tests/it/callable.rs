//! Every tool can be called: of the arguments that its own schema allows, at least one set becomes
//! a request.

use candor_openapi::{ApiTool, DocumentBundle, ToolOptions, parse, read, tools};
use candor_schema::SchemaValidator;
use candor_testkit::peers::npm_bin;
use serde_json::Value;

use crate::builder::planned;
use crate::witness::{VARIANTS, ValueMaker};

/// What came of one tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ToolOutcome {
    /// It can be called.
    Called,
    /// Its schema allows nothing that was thought of.
    NoArguments(String),
    /// What its schema allows was refused.
    Refused(String),
}

/// Tries to call a tool.
pub(crate) fn outcome(tool: &ApiTool) -> ToolOutcome {
    let validator = match SchemaValidator::compile(&tool.input) {
        Ok(validator) => validator,
        Err(error) => return ToolOutcome::NoArguments(error.to_string()),
    };
    let mut worst = ToolOutcome::NoArguments("nothing could be made".to_owned());
    for variant in 0..VARIANTS {
        let Some(arguments) = ValueMaker::new(&tool.input, variant).make() else {
            continue;
        };
        if let Some(wrong) = validator.violations(&arguments).first() {
            if matches!(worst, ToolOutcome::NoArguments(_)) {
                worst = ToolOutcome::NoArguments(format!("{wrong}: {arguments}"));
            }
            continue;
        }
        let Value::Object(given) = &arguments else {
            continue;
        };
        match planned(tool, given) {
            Ok(_) => return ToolOutcome::Called,
            Err(error) => worst = ToolOutcome::Refused(format!("{error}: {arguments}")),
        }
    }
    worst
}

/// The tools of a document.
pub(crate) fn tools_of(text: &[u8], file: &str) -> Vec<ApiTool> {
    let Ok(root) = parse(text, file) else {
        return Vec::new();
    };
    let Ok(api) = read(&DocumentBundle::new(file, root)) else {
        return Vec::new();
    };
    let mut options = ToolOptions::default();
    options.selection.deprecated = true;
    tools(&api, &options).0
}

/// A document with every oddity that once made a tool impossible to call.
const ODD: &str = r"
openapi: 3.0.3
info: { title: Odd, version: '1' }
servers: [{ url: 'https://odd.example' }]
paths:
  /override:
    post:
      operationId: override
      parameters:
        - { name: X-HTTP-Method-Override, in: header, required: true, schema: { type: string, default: PATCH } }
        - { name: X-Note, in: header, schema: { type: string } }
      responses: { '204': { description: done } }
  /form-text:
    post:
      operationId: formText
      requestBody:
        required: true
        content: { application/x-www-form-urlencoded: { schema: { type: string } } }
      responses: { '204': { description: done } }
  /form-list:
    post:
      operationId: formList
      requestBody:
        required: true
        content: { application/x-www-form-urlencoded: { schema: { type: array, items: { type: string } } } }
      responses: { '204': { description: done } }
  /file:
    post:
      operationId: oneFile
      requestBody:
        required: true
        content: { multipart/form-data: { schema: { type: string, format: binary } } }
      responses: { '204': { description: done } }
  /files:
    post:
      operationId: anything
      requestBody:
        required: true
        content: { '*/*': { schema: { type: array, items: { type: string, format: binary } } } }
      responses: { '204': { description: done } }
  /key:
    get:
      operationId: key
      parameters:
        - { name: api_key, in: query, required: true, schema: { type: string, default: demo } }
      responses: { '204': { description: done } }
  '/fixed?action=list&page={page}':
    get:
      operationId: fixed
      parameters:
        - { name: page, in: query, schema: { type: integer } }
      responses: { '204': { description: done } }
  /literal:
    get:
      operationId: literal
      parameters:
        - { name: chapter, in: query, required: true, schema: { type: string, enum: [1, 2] } }
      responses: { '204': { description: done } }
  /pattern:
    get:
      operationId: pattern
      parameters:
        - { name: a, in: query, required: true, schema: { type: string, pattern: '(?i)^[a-z]+\Z' } }
      responses: { '204': { description: done } }
";

#[track_caller]
fn check(text: &[u8], file: &str) -> usize {
    let tools = tools_of(text, file);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for part in tools.chunks(tools.len().div_ceil(cores).max(1)) {
            scope.spawn(move || {
                for tool in part {
                    assert_eq!(outcome(tool), ToolOutcome::Called, "{file}: {}", tool.name);
                }
            });
        }
    });
    tools.len()
}

#[test]
fn an_odd_document_can_be_called() {
    assert_eq!(check(ODD.as_bytes(), "odd.yaml"), 9);
}

#[test]
fn a_method_is_overridden_as_the_document_says_and_not_by_callers() {
    let tools = tools_of(ODD.as_bytes(), "odd.yaml");
    let tool = tools.iter().find(|tool| tool.name == "override");
    let tool = tool.expect("the tool");
    let request = planned(tool, &serde_json::Map::new()).expect("a request");
    let header = ("X-HTTP-Method-Override".to_owned(), "PATCH".to_owned());
    assert_eq!(request.headers, [header]);
    assert_eq!(tool.operation.meant_method(), "PATCH");
    let given = serde_json::json!({"X-HTTP-Method-Override": "DELETE"});
    let given = given.as_object().expect("an object");
    assert!(planned(tool, given).is_err());
}

#[test]
fn what_a_path_fixes_is_sent() {
    let tools = tools_of(ODD.as_bytes(), "odd.yaml");
    let tool = tools.iter().find(|tool| tool.name == "fixed").expect("it");
    let given = serde_json::json!({"page": 2});
    let request = planned(tool, given.as_object().expect("an object")).expect("a request");
    assert_eq!(request.path, "/fixed");
    assert_eq!(request.query, "action=list&page=2");
}

/// GitHub's document, and those in the folder that `CANDOR_DOCUMENTS` names.
#[test]
fn published_documents_can_be_called() {
    let github = npm_bin("@octokit/openapi", "generated/api.github.com.json");
    let required = std::env::var_os("CANDOR_REQUIRE_PEERS").is_some();
    match github {
        Ok(path) => {
            let text = std::fs::read(path).expect("the document");
            assert!(check(&text, "api.github.com.json") > 1_000);
        }
        Err(error) => assert!(!required, "{error}"),
    }
    let Some(folder) = std::env::var_os("CANDOR_DOCUMENTS") else {
        return;
    };
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_file() {
            let text = std::fs::read(&path).expect("the document");
            check(&text, &path.display().to_string());
        }
    }
}
