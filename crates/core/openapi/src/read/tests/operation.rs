//! Operations, their bodies and replies, and where they are served.

use serde_json::json;

use super::{api, assert_told, one, paths, told};
use crate::api::ResponseStatus;

#[test]
fn methods_are_found_and_some_are_never_used() {
    let api = api(paths(&json!({"/a": {
        "summary": "s", "x-mine": {}, "get": {}, "POST": {}, "query": {}, "trace": {}, "gte": {},
        "delete": null, "patch": 5,
        "additionalOperations": {"COPY": {}, "Connect": {}, "a b": {}}
    }})));
    let methods: Vec<_> = api.operations.iter().map(|it| it.method.as_str()).collect();
    assert_eq!(methods, ["GET", "POST", "QUERY", "COPY"]);
    assert_eq!(
        api.operations[3].pointer,
        "#/paths/~1a/additionalOperations/COPY"
    );
    assert_told(
        &api,
        &[
            "api.yaml: warning: the method `trace` is never used: it is about connections, not \
             about the API; it is left out, at `#/paths/~1a/trace` [openapi::method]",
            "api.yaml: warning: `gte` is neither a method nor anything else that a path has; it \
             is ignored, at `#/paths/~1a/gte` [openapi::unknown-key]\n  hint: did you mean `get`?",
            "api.yaml: warning: the method `Connect` is never used: it is about connections, not \
             about the API; it is left out, at `#/paths/~1a/additionalOperations/Connect` \
             [openapi::method]",
            "api.yaml: warning: `a b` is not a method; it is ignored, at \
             `#/paths/~1a/additionalOperations/a b` [openapi::method]",
            "api.yaml: error: `PATCH /a` is left out: it should be an object and is a \
             number, at `#/paths/~1a/patch` [openapi::wrong-type]",
        ],
    );
}

#[test]
fn odd_paths_are_mended_or_left_out() {
    let api = api(paths(&json!({
        "a": {"get": {}}, "/b#c": {"get": {}}, "/d?e=f": {"get": {}}, "/g/{h*}": {"get": {}},
        "/i/../j": {"get": {}}, "/k": 5, "/l": null, "x-m": {"get": {}}
    })));
    let all: Vec<_> = api.operations.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(all, ["/a", "/b", "/d?e=f"]);
    let codes: Vec<_> = api.diagnostics.iter().map(|it| it.code).collect();
    let path = "openapi::path";
    assert_eq!(codes, [path, path, path, path, path, "openapi::wrong-type"]);
}

#[test]
fn bodies_keep_their_forms_in_order() {
    let (operation, told) = one(&json!({"requestBody": {
        "description": "d", "required": true,
        "content": {
            "multipart/form-data": {
                "schema": {"type": "object"},
                "encoding": {
                    "a": {"contentType": "image/png"},
                    "b": {"style": "pipeDelimited", "explode": false, "allowReserved": true},
                    "c": {"style": "odd"},
                }
            },
            "application/json; charset=utf-8": {},
            "text/event-stream": {"itemSchema": {"type": "string"}},
            "text/plain": null,
            "text/wrong": [],
            "x-mine": {},
        }
    }}));
    let body = operation.and_then(|it| it.body).expect("a body");
    assert!(body.required);
    let forms: Vec<_> = body
        .content
        .iter()
        .map(|it| (it.essence(), &it.schema))
        .collect();
    assert_eq!(
        forms,
        [
            ("multipart/form-data".to_owned(), &json!({"type": "object"})),
            ("application/json".to_owned(), &json!(true)),
            (
                "text/event-stream".to_owned(),
                &json!({"type": "array", "items": {"type": "string"}})
            ),
            ("text/plain".to_owned(), &json!(true)),
        ]
    );
    let encoding = &body.content[0].encoding;
    assert_eq!(encoding["a"].content_type.as_deref(), Some("image/png"));
    assert!(encoding["b"].allow_reserved && encoding["b"].explode == Some(false));
    assert_eq!(encoding["c"].style, None);
    assert_eq!(told.len(), 2, "{told:?}");
}

#[test]
fn a_body_without_content_is_none() {
    let (operation, told) = one(&json!({"requestBody": {"required": true}}));
    assert_eq!(operation.expect("an operation").body, None);
    assert!(told[0].contains("the body has no `content`"), "{told:?}");
}

#[test]
fn replies_have_a_status() {
    let (operation, told) = one(&json!({"responses": {
        "200": {"description": "ok", "content": {"application/json": {}}},
        "5xx": {}, "default": {}, "DEFAULT": {}, "ok": {}, "404": 5, "x-a": 1
    }}));
    let all: Vec<_> = operation
        .expect("an operation")
        .responses
        .iter()
        .map(|it| (it.status, it.description.clone(), it.content.len()))
        .collect();
    assert_eq!(
        all,
        [
            (ResponseStatus::Exact(200), "ok".to_owned(), 1),
            (ResponseStatus::Class(5), String::new(), 0),
            (ResponseStatus::Default, String::new(), 0),
        ]
    );
    assert_eq!(told.len(), 3, "{told:?}");
}

#[test]
fn the_most_particular_servers_count() {
    let server = |url: &str| json!([{ "url": url }]);
    let mut root = paths(&json!({
        "/a": {"get": {}},
        "/b": {"servers": server("https://b.example"), "get": {}, "put": {"servers": server("/put")}},
        "/c": {"servers": [], "get": {"servers": 5}},
    }));
    root["servers"] = json!([{
        "url": "https://{region}.example/{v}/", "name": "main",
        "variables": {
            "region": {"default": "eu", "enum": ["eu", "us"]},
            "v": {"enum": [1, 2]},
            "w": {"default": "x", "enum": ["y"]},
        }
    }, {"description": "no url"}]);
    let api = api(root);
    let urls: Vec<_> = api
        .operations
        .iter()
        .map(|it| {
            it.servers
                .iter()
                .map(|it| it.url.as_str())
                .collect::<Vec<_>>()
        })
        .collect();
    let main = "https://{region}.example/{v}/";
    assert_eq!(
        urls,
        [
            vec![main],
            vec!["https://b.example"],
            vec!["/put"],
            vec![main]
        ]
    );
    let variables = &api.servers[0].variables;
    assert_eq!(variables["region"].choices, ["eu", "us"]);
    assert_eq!(variables["v"].default, "1");
    assert_eq!(api.diagnostics.len(), 4, "{:?}", told(&api));
}

#[test]
fn every_member_may_be_of_any_kind() {
    let kinds = [
        json!(null),
        json!(true),
        json!(5),
        json!("x"),
        json!([[]]),
        json!({"x": {}}),
    ];
    let keys = [
        "operationId",
        "summary",
        "description",
        "tags",
        "deprecated",
        "parameters",
        "requestBody",
        "responses",
        "security",
        "servers",
        "x-candor",
        "callbacks",
    ];
    for key in keys {
        for value in &kinds {
            let (operation, told) = one(&json!({ key: value }));
            assert!(operation.is_some() || !told.is_empty(), "{key}: {value}");
        }
    }
    for key in [
        "info",
        "paths",
        "components",
        "servers",
        "security",
        "tags",
        "webhooks",
    ] {
        for value in &kinds {
            let mut root = paths(&json!({"/a": {"get": {}}}));
            root[key] = value.clone();
            let api = api(root);
            assert!(
                !api.operations.is_empty() || !api.diagnostics.is_empty(),
                "{key}: {value}"
            );
        }
    }
}

#[test]
fn a_document_without_paths_says_so() {
    let api = api(json!({"openapi": "3.9.0"}));
    assert_told(
        &api,
        &[
            "api.yaml: warning: OpenAPI `3.9.0` is not known yet; it is read as 3.2, at \
             `#/openapi` [openapi::version]",
            "api.yaml: warning: the document has no `paths`, at `#` [openapi::missing]",
        ],
    );
    assert_told(
        &super::api(json!({"openapi": "3.1.0", "webhooks": {}})),
        &[],
    );
}
