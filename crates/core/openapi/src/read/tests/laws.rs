//! What holds for every document, however odd.

use std::collections::HashSet;

use candor_schema::SchemaValidator;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::super::{DocumentBundle, read};
use crate::api::{ApiDescription, ParameterPlace};

/// Words that mean something in a document.
const WORDS: [&str; 62] = [
    "$ref",
    "$id",
    "$anchor",
    "$defs",
    "openapi",
    "swagger",
    "info",
    "title",
    "version",
    "paths",
    "/a",
    "/b/{c}",
    "get",
    "post",
    "trace",
    "additionalOperations",
    "parameters",
    "name",
    "in",
    "query",
    "path",
    "header",
    "body",
    "formData",
    "required",
    "schema",
    "content",
    "application/json",
    "requestBody",
    "responses",
    "200",
    "default",
    "2XX",
    "components",
    "schemas",
    "definitions",
    "security",
    "securitySchemes",
    "type",
    "apiKey",
    "servers",
    "url",
    "variables",
    "enum",
    "properties",
    "items",
    "allOf",
    "anyOf",
    "nullable",
    "exclusiveMinimum",
    "minimum",
    "example",
    "discriminator",
    "mapping",
    "x-candor",
    "annotations",
    "confirm",
    "style",
    "explode",
    "format",
    "const",
    "string",
];

/// References that lead somewhere, nowhere and in circles.
const REFERENCES: [&str; 10] = [
    "#",
    "#/",
    "#/components/schemas/A",
    "#/components/schemas/B",
    "#/definitions/A",
    "#/paths/~1a",
    "#/components/parameters/A",
    "#/paths/~1a/get",
    "other.yaml#/A",
    "https://example.com/#/x",
];

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(&WORDS[..]).prop_map(Value::from),
        prop::sample::select(&REFERENCES[..]).prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ]
}

fn member() -> impl Strategy<Value = (String, Value)> {
    let reference = prop::sample::select(&REFERENCES[..]);
    prop_oneof![
        3 => (prop::sample::select(&WORDS[..]), tree()).prop_map(|(key, value)| (key.to_owned(), value)),
        1 => reference.prop_map(|text| ("$ref".to_owned(), text.into())),
    ]
}

fn tree() -> BoxedStrategy<Value> {
    leaf()
        .prop_recursive(6, 48, 5, |inner| {
            let key = prop::sample::select(&WORDS[..]).prop_map(str::to_owned);
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
                prop::collection::vec((key, inner), 0..6)
                    .prop_map(|members| members.into_iter().collect::<Map<_, _>>().into()),
            ]
        })
        .boxed()
}

/// A document in which everything is used, to be spoilt.
fn good() -> Value {
    json!({
        "openapi": "3.0.3",
        "info": {"title": "t", "version": "1"},
        "servers": [{"url": "https://{a}.example", "variables": {"a": {"default": "x", "enum": ["x"]}}}],
        "security": [{"key": []}, {}],
        "paths": {
            "/a": {
                "parameters": [{"$ref": "#/components/parameters/A"}],
                "get": {
                    "operationId": "a", "tags": ["t"], "x-candor": {"annotations": {"readOnly": true}},
                    "responses": {"200": {"$ref": "#/components/responses/A"}, "4XX": {"description": "d"}}
                },
                "post": {
                    "requestBody": {"required": true, "content": {"application/json": {
                        "schema": {"$ref": "#/components/schemas/A"}, "encoding": {"x": {"style": "form"}}
                    }}},
                    "responses": {"default": {"description": "d"}}
                }
            },
            "/b/{c}": {"$ref": "#/components/pathItems/B"}
        },
        "components": {
            "parameters": {"A": {"name": "a", "in": "query", "schema": {"type": "array", "items": {"$ref": "#/components/schemas/B"}}}},
            "responses": {"A": {"description": "d", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/B"}}}}},
            "pathItems": {"B": {"get": {"parameters": [{"name": "c", "in": "path", "required": true, "schema": {"type": "integer", "minimum": 1, "exclusiveMinimum": true}}]}}},
            "schemas": {
                "A": {"allOf": [{"$ref": "#/components/schemas/B"}, {"properties": {"a": {"$ref": "#/components/schemas/A", "nullable": true}}}]},
                "B": {"type": "object", "oneOf": [{"type": "object"}], "discriminator": {"propertyName": "p", "mapping": {"a": "A"}}, "example": {}}
            },
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X"}}
        }
    })
}

/// Every place in a tree, as a JSON pointer.
fn places(value: &Value, at: String, all: &mut Vec<String>) {
    let enter = |key: &str| format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
    match value {
        Value::Object(members) => {
            members
                .iter()
                .for_each(|(key, value)| places(value, enter(key), all));
        }
        Value::Array(elements) => {
            let elements = elements.iter().enumerate();
            elements.for_each(|(key, value)| places(value, enter(&key.to_string()), all));
        }
        _ => {}
    }
    all.push(at);
}

/// Collects what a schema refers to, wherever a reader looks for references.
fn references(schema: &Value, found: &mut HashSet<String>) {
    let data = ["enum", "const", "default", "examples", "discriminator"];
    match schema {
        Value::Array(elements) => elements.iter().for_each(|it| references(it, found)),
        Value::Object(members) => {
            for (key, value) in members {
                match (key.as_str(), value) {
                    ("$ref", Value::String(text)) => _ = found.insert(text.clone()),
                    (
                        "properties" | "patternProperties" | "dependentSchemas",
                        Value::Object(all),
                    ) => {
                        all.values().for_each(|it| references(it, found));
                    }
                    (key, _) if data.contains(&key) || !KEYWORDS.contains(&key) => {}
                    (_, value) => references(value, found),
                }
            }
        }
        _ => {}
    }
}

const KEYWORDS: [&str; 15] = [
    "allOf",
    "anyOf",
    "oneOf",
    "prefixItems",
    "items",
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "contentSchema",
];

/// What every result keeps to.
fn check(api: &ApiDescription) {
    let mut schemas: Vec<&Value> = api.definitions.values().collect();
    for operation in &api.operations {
        assert!(operation.path.starts_with('/'), "{}", operation.path);
        assert!(
            operation.pointer.starts_with("#/paths/"),
            "{}",
            operation.pointer
        );
        let mut seen = HashSet::new();
        for parameter in &operation.parameters {
            assert!(
                seen.insert((&parameter.name, parameter.place)),
                "twice: {parameter:?}"
            );
            if parameter.place == ParameterPlace::Path {
                let braces = format!("{{{}}}", parameter.name);
                assert!(parameter.required && operation.path.contains(&braces));
            }
            schemas.push(&parameter.schema);
        }
        if let Some(body) = &operation.body {
            assert!(!body.content.is_empty());
            schemas.extend(body.content.iter().map(|it| &it.schema));
        }
        let replies = operation.responses.iter().flat_map(|it| &it.content);
        schemas.extend(replies.map(|it| &it.schema));
        for need in operation.security.iter().flatten() {
            assert!(api.schemes.contains_key(&need.scheme), "{}", need.scheme);
        }
    }
    let mut found = HashSet::new();
    for schema in &schemas {
        references(schema, &mut found);
    }
    for text in &found {
        let name = text.strip_prefix("#/$defs/").expect("a definition");
        assert!(api.definitions.contains_key(name), "{name}");
    }
    compile(&schemas, api);
}

/// A validator takes every schema, and comes back from it.
fn compile(schemas: &[&Value], api: &ApiDescription) {
    let whole = json!({"$defs": *api.definitions, "anyOf": schemas.iter().chain(&[&json!(true)]).collect::<Vec<_>>()});
    let validator = match SchemaValidator::compile(&whole) {
        Ok(validator) => validator,
        Err(error) => panic!("{error}: {whole}"),
    };
    for value in [json!(null), json!({"a": {"a": null}}), json!([[1]])] {
        let _ = validator.violations(&value);
    }
}

fn read_with_other(root: Value, other: Value) -> Option<ApiDescription> {
    let mut bundle = DocumentBundle::new("api.yaml", root);
    bundle.add("other.yaml", Ok(other));
    read(&bundle).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_tree_gives_a_sound_result(
        paths in prop::collection::vec(member(), 0..3),
        components in prop::collection::vec(member(), 0..3),
        schemas in prop::collection::vec((prop::sample::select(&["A", "B"][..]), tree()), 0..3),
        item in prop::collection::vec(member(), 0..4),
        other in tree(),
        is_2 in any::<bool>(),
    ) {
        let schemas: Map<String, Value> = schemas.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        let mut components: Map<String, Value> = components.into_iter().collect();
        components.insert("schemas".to_owned(), schemas.clone().into());
        let mut paths: Map<String, Value> = paths.into_iter().collect();
        let item: Map<String, Value> = item.into_iter().collect();
        paths.insert("/a".to_owned(), item.into());
        let version = if is_2 { "swagger" } else { "openapi" };
        let root = json!({
            version: if is_2 { "2.0" } else { "3.1.0" }, "paths": paths, "components": components,
            "definitions": schemas
        });
        if let Some(api) = read_with_other(root, other) {
            check(&api);
        }
    }

    #[test]
    fn a_good_document_can_be_spoilt_anywhere(
        spoils in prop::collection::vec((any::<prop::sample::Index>(), tree()), 1..4),
        version in prop::sample::select(&["3.0.3", "3.1.0", "3.2.0"][..]),
    ) {
        let mut root = good();
        root["openapi"] = version.into();
        for (at, value) in spoils {
            let mut all = Vec::new();
            places(&root, String::new(), &mut all);
            let place = at.get(&all);
            if let Some(slot) = root.pointer_mut(place) {
                *slot = value;
            }
        }
        if let Some(api) = read_with_other(root, json!({"A": {"type": "string"}})) {
            check(&api);
        }
    }

    #[test]
    fn bytes_never_do_harm(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[\\[\\]{}:,&*\"'a-c0-2 \n-]{0,200}") {
        let _ = super::super::parse(&bytes, "x");
        let _ = super::super::parse(text.as_bytes(), "x");
    }
}

#[test]
fn the_good_document_is_good() {
    let api = read_with_other(good(), json!({})).expect("a document");
    check(&api);
    assert_eq!(super::told(&api), [""; 0]);
    assert_eq!(api.operations.len(), 3);
}
