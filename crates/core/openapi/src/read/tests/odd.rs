//! What published documents do that no specification foresees.

use serde_json::json;

use super::{api, files, paths, told};
use crate::api::{KeyPlace, ParameterPlace, SchemeKind};
use crate::read::{DocumentBundle, parse, read};
use crate::tool::{ToolOptions, tools};

#[test]
fn a_credential_without_a_scheme_comes_from_the_environment() {
    let key = json!({"name": "xi-api-key", "in": "header", "schema": {"type": "string"}});
    let must =
        json!({"name": "app_key", "in": "query", "required": true, "schema": {"type": "string"}});
    let id = json!({"name": "app_id", "in": "query", "schema": {"type": "string"}});
    let page = json!({"name": "pageToken", "in": "query", "schema": {"type": "string"}});
    let api = api(paths(&json!({
        "/voices": {"get": {"operationId": "voices", "parameters": [key, page]}},
        "/lines": {"get": {"operationId": "lines", "parameters": [must, id, key]}},
        "/oauth/token": {"post": {"operationId": "token", "parameters": [key]}},
    })));
    let names: Vec<_> = api.schemes.keys().collect();
    assert_eq!(names, ["app_id", "app_key", "xi-api-key"]);
    let kind = &api.schemes["xi-api-key"].kind;
    let SchemeKind::ApiKey { place, name } = kind else {
        panic!("a key: {kind:?}");
    };
    assert_eq!((*place, name.as_str()), (KeyPlace::Header, "xi-api-key"));
    let ways = |at: usize| -> Vec<Vec<&str>> {
        let ways = api.operations[at].security.iter();
        ways.map(|way| way.iter().map(|need| need.scheme.as_str()).collect())
            .collect()
    };
    assert_eq!(ways(0), [vec!["xi-api-key"], vec![]]);
    assert!(
        ways(1).iter().all(|way| way.contains(&"app_key")),
        "{:?}",
        ways(1)
    );
    assert_eq!(ways(1)[0], ["app_key", "xi-api-key", "app_id"]);
    assert_eq!(ways(2), [[""; 0]; 0]);
    let told = told(&api);
    assert_eq!(told.len(), 3, "{told:#?}");
    assert_eq!(
        told[2],
        "api.yaml: warning: `xi-api-key` seems to be a credential and no security scheme describes \
         it; 2 operations take it from the environment, and it is no argument, at `#/paths` \
         [openapi::undeclared-credential]\n  hint: set its variable, which a call without it \
         names; or describe it in `securitySchemes`",
    );
    let (tools, _) = tools(&api, &ToolOptions::default());
    let arguments: Vec<_> = tools[0].input["properties"]
        .as_object()
        .expect("them")
        .keys()
        .collect();
    assert_eq!(arguments, ["pageToken"]);
    assert_eq!(tools[1].input["properties"], json!({}));
}

#[test]
fn a_query_in_a_path_is_fixed_or_an_argument() {
    let action = json!({"name": "action", "in": "query", "schema": {"type": "string"}});
    let page =
        json!({"name": "page", "in": "path", "required": true, "schema": {"type": "integer"}});
    let api = api(paths(&json!({
        "/a?action=list": {"get": {"operationId": "list", "parameters": [action]}},
        "/a?action=show&page={page}&size={size}": {"get": {"operationId": "show", "parameters": [page]}},
    })));
    let [list, show] = api.operations.as_slice() else {
        panic!("two operations: {:?}", api.operations);
    };
    assert_eq!(list.path, "/a?action=list");
    assert!(list.parameters.is_empty());
    assert_eq!(show.path, "/a?action=show");
    let places: Vec<_> = show
        .parameters
        .iter()
        .map(|one| (one.name.as_str(), one.place))
        .collect();
    assert_eq!(
        places,
        [
            ("page", ParameterPlace::Query),
            ("size", ParameterPlace::Query)
        ]
    );
}

#[test]
fn foreign_patterns_and_dangling_references_reach_nobody() {
    let api = api(paths(&json!({"/a": {"get": {"parameters": [{
        "name": "a", "in": "query", "schema": {
            "type": "object",
            "properties": {
                "foreign": {"type": "string", "pattern": "(?i)^[a-z]+$"},
                "ruby": {"type": "string", "pattern": "\\A[a-z]+\\z"},
            },
            "patternProperties": {"(?i)^x-": {"type": "string"}},
            "additionalProperties": false,
            "x-see": [{"$ref": "#/components/nowhere"}],
            "x-plain": {"a": 1},
            "example": {"$ref": "#/components/examples/gone"},
        }
    }]}}})));
    let schema = &api.operations[0].parameters[0].schema;
    assert_eq!(
        *schema,
        json!({
            "type": "object",
            "properties": {
                "foreign": {"type": "string"},
                "ruby": {"type": "string", "pattern": "^[a-z]+$"},
            },
            "patternProperties": {"": true},
            "additionalProperties": false,
            "x-plain": {"a": 1},
        })
    );
    let codes: Vec<_> = api.diagnostics.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["openapi::schema"; 4]);
}

#[test]
fn what_is_told_has_a_line_and_a_column() {
    let yaml = files(
        "openapi: 3.1.0
info: {title: t, version: '1'}
paths:
  /a:
    gte: {}
    get:
      parameters:
        - {name: b, in: nowhere}
      responses: {}
--- unused
",
    );
    let places: Vec<_> = yaml
        .diagnostics
        .iter()
        .map(|one| one.place.as_ref().and_then(|place| place.position))
        .collect();
    assert_eq!(places, [Some((5, 5)), Some((8, 11))]);
    let text = "{\n \"openapi\": \"3.1.0\",\n \"paths\": {\n  \"/a\": {\"gte\": {}}\n }\n}";
    let root = parse(text.as_bytes(), "api.json").expect("JSON");
    let json = read(&DocumentBundle::new("api.json", root)).expect("a document");
    let place = json.diagnostics[0].place.as_ref().expect("a place");
    assert_eq!(
        (place.file.as_str(), place.position),
        ("api.json", Some((4, 10)))
    );
}

#[test]
fn a_finding_about_a_tool_has_a_line_too() {
    let text = "openapi: 3.1.0\npaths:\n  /a:\n    get:\n      operationId: a\n      \
                parameters: [{name: Host, in: header, schema: {type: string}}]\n";
    let root = parse(text.as_bytes(), "api.yaml").expect("YAML");
    let api = read(&DocumentBundle::new("api.yaml", root)).expect("a document");
    let (_, findings) = tools(&api, &ToolOptions::default());
    let place = findings[0].place.as_ref().expect("a place");
    assert_eq!(place.position, Some((4, 5)), "{findings:?}");
}

#[test]
fn a_control_character_is_a_warning() {
    let text = "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"a\u{b}b\", \"version\": \"1\"},\n \
                \"paths\": {}}";
    let root = parse(text.as_bytes(), "api.json").expect("JSON");
    let api = read(&DocumentBundle::new("api.json", root)).expect("a document");
    assert_eq!(api.title, "a b");
    assert_eq!(
        told(&api),
        ["api.json:1:42: warning: a control character is read as a space [openapi::character]"]
    );
}

#[test]
fn a_document_in_many_files_is_read_whole() {
    let count = 1_500;
    let paths: serde_json::Map<_, _> = (0..count)
        .map(|at| {
            (
                format!("/a{at}"),
                json!({"$ref": format!("paths/{at}.json")}),
            )
        })
        .collect();
    let root = json!({"openapi": "3.1.0", "paths": paths});
    let mut bundle = DocumentBundle::new("api.json", root);
    for file in bundle.wanted() {
        bundle.add(&file, Ok(json!({"get": {}})));
    }
    let api = read(&bundle).expect("a document");
    assert_eq!(api.operations.len(), count);
    assert!(api.diagnostics.is_empty(), "{:?}", told(&api));
}
