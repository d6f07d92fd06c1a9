//! Parameters of every place and style.

use serde_json::{Value, json};

use super::{api, assert_told, one, paths};
use crate::api::{ApiParameter, ParameterForm, ParameterPlace, ParameterStyle};

/// A parameter of `GET /a`, and what is told about it.
#[track_caller]
fn parameter(value: &Value) -> (Option<ApiParameter>, Vec<String>) {
    let (operation, told) = one(&json!({"parameters": [value]}));
    let parameter = operation.and_then(|mut it| it.parameters.pop());
    (parameter, told)
}

#[test]
fn styles_have_defaults() {
    for (place, style, explode, expect) in [
        ("query", None, None, (ParameterStyle::Form, true)),
        (
            "query",
            Some("form"),
            Some(false),
            (ParameterStyle::Form, false),
        ),
        (
            "query",
            Some("spaceDelimited"),
            None,
            (ParameterStyle::SpaceDelimited, false),
        ),
        (
            "query",
            Some("pipeDelimited"),
            None,
            (ParameterStyle::PipeDelimited, false),
        ),
        (
            "query",
            Some("deepObject"),
            Some(true),
            (ParameterStyle::DeepObject, true),
        ),
        ("header", None, None, (ParameterStyle::Simple, false)),
        (
            "header",
            Some("simple"),
            Some(true),
            (ParameterStyle::Simple, true),
        ),
        ("cookie", None, None, (ParameterStyle::Form, true)),
        (
            "cookie",
            Some("cookie"),
            None,
            (ParameterStyle::Cookie, true),
        ),
    ] {
        let mut value = json!({"name": "x", "in": place, "schema": {}});
        if let Some(style) = style {
            value["style"] = style.into();
        }
        if let Some(explode) = explode {
            value["explode"] = explode.into();
        }
        let (found, told) = parameter(&value);
        let (style, explode) = expect;
        let form = ParameterForm::Style { style, explode };
        assert_eq!(found.expect("a parameter").form, form, "{value}");
        assert_eq!(told, [""; 0]);
    }
}

#[test]
fn a_style_of_another_place_is_ignored() {
    let (found, told) = parameter(&json!({"name": "x", "in": "header", "style": "form"}));
    let form = ParameterForm::Style {
        style: ParameterStyle::Simple,
        explode: false,
    };
    assert_eq!(found.expect("a parameter").form, form);
    assert_eq!(
        told,
        [
            "api.yaml: warning: the style `form` is not used in a header; it is ignored, at \
          `#/paths/~1a/get/parameters/0` [openapi::parameter]"
        ]
    );
}

#[test]
fn content_takes_the_place_of_a_style() {
    let content = json!({"application/json": {"schema": {"type": "object"}}});
    for place in ["query", "querystring"] {
        let (found, told) = parameter(&json!({"name": "x", "in": place, "content": content}));
        let found = found.expect("a parameter");
        assert_eq!(
            found.form,
            ParameterForm::Content("application/json".to_owned())
        );
        assert_eq!(found.schema, json!({"type": "object"}));
        assert_eq!(told, [""; 0]);
    }
}

#[test]
fn members_are_read() {
    let (found, told) = parameter(&json!({
        "name": "x", "in": "query", "required": "true", "deprecated": true,
        "allowReserved": true, "description": 5, "schema": {"type": "string"}
    }));
    let found = found.expect("a parameter");
    assert!(found.required && found.deprecated && found.allow_reserved);
    assert_eq!(found.place, ParameterPlace::Query);
    assert_eq!(found.description.as_deref(), Some("5"));
    assert_eq!(told, [""; 0]);
}

#[test]
fn a_schema_in_the_manner_of_2_0_is_understood() {
    let (found, told) = parameter(&json!({
        "name": "x", "in": "query", "type": "string", "enum": ["a"], "style": "form",
        "explode": false, "deprecated": false
    }));
    let found = found.expect("a parameter");
    assert_eq!(found.schema, json!({"type": "string", "enum": ["a"]}));
    assert_eq!(
        told,
        [
            "api.yaml: warning: the schema of a parameter belongs into `schema`; it is read as in \
             2.0, at `#/paths/~1a/get/parameters/0` [openapi::parameter]"
        ]
    );
}

#[test]
fn headers_that_follow_from_the_rest_are_no_parameters() {
    for name in ["Accept", "content-type", "AUTHORIZATION"] {
        let (found, told) = parameter(&json!({"name": name, "in": "header", "schema": {}}));
        assert_eq!(found, None);
        assert!(told[0].contains("note: the header"), "{told:?}");
    }
}

#[test]
fn what_cannot_be_read_is_passed_over_unless_it_is_needed() {
    let (found, told) = parameter(&json!({"name": "x", "in": "nowhere"}));
    assert_eq!(found, None);
    assert_eq!(
        told,
        [
            "api.yaml: warning: a parameter is ignored: the parameter `x` goes into `nowhere`, \
          which is nowhere, at `#/paths/~1a/get/parameters/0` [openapi::parameter]"
        ]
    );
    let (operation, told) = one(&json!({"parameters": [{"in": "body", "required": true}]}));
    assert!(operation.is_none());
    assert!(told[0].contains("error: `GET /a` is left out"), "{told:?}");
    let (operation, told) = one(&json!({"parameters": [5]}));
    assert!(operation.is_none());
    assert!(told[0].contains("should be an object"), "{told:?}");
    let (operation, told) = one(&json!({"parameters": {"x": 1}}));
    assert!(operation.is_some());
    assert!(
        told[0].contains("`parameters` should be a list"),
        "{told:?}"
    );
}

#[test]
fn the_operation_counts_more_than_its_path() {
    let named = |name: &str, place: &str, text: &str| json!({"name": name, "in": place, "description": text});
    let api = api(paths(&json!({"/a": {
        "parameters": [named("x", "query", "path"), named("X-Y", "header", "path"), named("z", "query", "path")],
        "get": {"parameters": [
            named("x-y", "header", "own"), named("x", "query", "own"), named("x", "header", "own"),
            named("x", "query", "again")
        ]}
    }})));
    let all: Vec<_> = api.operations[0]
        .parameters
        .iter()
        .map(|it| {
            (
                it.name.as_str(),
                it.place.as_str(),
                it.description.as_deref().expect("text"),
            )
        })
        .collect();
    assert_eq!(
        all,
        [
            ("x", "query", "own"),
            ("x-y", "header", "own"),
            ("z", "query", "path"),
            ("x", "header", "own"),
        ]
    );
    assert_told(
        &api,
        &[
            "api.yaml: warning: the parameter `x` is there twice; the first counts, at \
           `#/paths/~1a/get/parameters/3` [openapi::parameter]",
        ],
    );
}

#[test]
fn the_path_and_its_parameters_agree() {
    let api = api(paths(&json!({
        "/a/{b}/{c}": {"get": {"parameters": [
            {"name": "c", "in": "path", "required": false, "schema": {"type": "integer"}},
            {"name": "d", "in": "path", "required": true},
            {"name": "b", "in": "query"},
        ]}},
    })));
    let operation = &api.operations[0];
    let all: Vec<_> = operation
        .parameters
        .iter()
        .map(|it| (it.name.as_str(), it.place, it.required))
        .collect();
    assert_eq!(
        all,
        [
            ("c", ParameterPlace::Path, true),
            ("b", ParameterPlace::Query, false),
            ("b", ParameterPlace::Path, true),
        ]
    );
    assert_told(
        &api,
        &[
            "api.yaml: warning: the parameter `d` has no place in the path `/a/{b}/{c}`; it is \
             ignored, at `#/paths/~1a~1{b}~1{c}/get/parameters/1` [openapi::parameter]",
            "api.yaml: warning: `b` in the path `/a/{b}/{c}` is not declared; it is treated as \
             a string, at `#/paths/~1a~1{b}~1{c}/get` [openapi::parameter]",
        ],
    );
}
