//! The document against the routes, and against what a good document has.

use std::collections::BTreeSet;

use candor_schema::SchemaValidator;
use serde_json::{Value, json};

use super::{DOCUMENT, ShopClient};
use crate::routes;

pub(super) const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// The document, and how to find things in it.
pub(super) struct ApiDocument(Value);

/// An operation of the document, references followed.
pub(super) struct ShopOperation<'a> {
    pub(super) path: &'a str,
    pub(super) method: &'a str,
    pub(super) value: &'a Value,
}

impl ApiDocument {
    pub(super) fn read() -> Self {
        let limits = candor_yaml::YamlLimits {
            nodes: 10_000,
            aliased: 0,
            depth: 30,
        };
        Self(candor_yaml::parse(DOCUMENT, &limits).expect("YAML"))
    }

    pub(super) fn operations(&self) -> impl Iterator<Item = ShopOperation<'_>> {
        let paths = self.0["paths"].as_object().expect("paths");
        paths.iter().flat_map(|(path, item)| {
            METHODS.iter().filter_map(move |method| {
                let value = item.get(method)?;
                Some(ShopOperation {
                    path,
                    method,
                    value,
                })
            })
        })
    }

    pub(super) fn operation(&self, id: &str) -> ShopOperation<'_> {
        self.operations()
            .find(|operation| operation.id() == id)
            .unwrap_or_else(|| panic!("no operation `{id}`"))
    }

    /// What a reference leads to, or the value itself.
    pub(super) fn follow<'a>(&'a self, value: &'a Value) -> &'a Value {
        let Some(reference) = value.get("$ref") else {
            return value;
        };
        let pointer = reference.as_str().expect("a text").trim_start_matches('#');
        let found = self.0.pointer(pointer);
        found.unwrap_or_else(|| panic!("`{pointer}` leads nowhere"))
    }

    /// Says everything in which a value does not fit a schema of the document.
    pub(super) fn misfits(&self, schema: &Value, value: &Value) -> Vec<String> {
        let mut schema = schema.clone();
        schema["components"] = self.0["components"].clone();
        let validator = SchemaValidator::compile(&schema).expect("a schema");
        let violations = validator.violations(value);
        violations.iter().map(ToString::to_string).collect()
    }

    /// The parameters of an operation and of its path.
    fn parameters<'a>(&'a self, operation: &ShopOperation<'a>) -> Vec<&'a Value> {
        let places = [&self.0["paths"][operation.path], operation.value];
        places
            .into_iter()
            .filter_map(|place| place["parameters"].as_array())
            .flatten()
            .map(|parameter| self.follow(parameter))
            .collect()
    }
}

impl ShopOperation<'_> {
    pub(super) fn id(&self) -> &str {
        self.value["operationId"].as_str().expect("an id")
    }
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

#[test]
fn the_paths_are_the_routes() {
    let document = ApiDocument::read();
    let documented: BTreeSet<_> = document
        .operations()
        .map(|found| found.path.to_owned())
        .collect();
    let routed: BTreeSet<_> = routes::places()
        .iter()
        .map(|(path, _)| (*path).to_owned())
        .collect();
    assert_eq!(documented, routed);
}

#[tokio::test]
async fn each_path_takes_the_documented_methods_and_no_other() {
    let document = ApiDocument::read();
    let visitor = ShopClient::enter();
    let documented: BTreeSet<_> = document
        .operations()
        .map(|found| (found.path.to_owned(), found.method.to_owned()))
        .collect();
    let paths: BTreeSet<_> = documented.iter().map(|(path, _)| path.clone()).collect();
    for path in paths {
        for method in METHODS {
            // An id that is none: the operation refuses it and changes nothing.
            let target = path.replace("{id}", "x");
            let got = visitor
                .ask(&method.to_uppercase(), &target, &Value::Null)
                .await;
            let known = documented.contains(&(path.clone(), method.to_owned()));
            assert_eq!(got.status != 405, known, "{method} {path}: {got:?}");
        }
    }
}

#[test]
fn everything_is_described_and_every_example_fits() {
    let document = ApiDocument::read();
    let mut ids = BTreeSet::new();
    for operation in document.operations() {
        let (id, value) = (operation.id(), operation.value);
        assert!(ids.insert(id.to_owned()), "`{id}` comes twice");
        assert!(
            is_text(&value["summary"]) && is_text(&value["description"]),
            "{id}"
        );
        assert!(value["tags"].is_array(), "{id}");
        for parameter in document.parameters(&operation) {
            let name = &parameter["name"];
            assert!(is_text(&parameter["description"]), "{id}: {name}");
            let misfits = document.misfits(&parameter["schema"], &parameter["example"]);
            assert_eq!(misfits, [""; 0], "{id}: {name}");
        }
        if let Some(body) = value.get("requestBody") {
            let body = document.follow(body);
            assert!(is_text(&body["description"]), "{id}");
            let media = &body["content"]["application/json"];
            let misfits = document.misfits(&media["schema"], &media["example"]);
            assert_eq!(misfits, [""; 0], "{id}");
        }
        let responses = value["responses"].as_object().expect("responses");
        assert!(responses.contains_key("default"), "{id}");
        for response in responses.values().map(|response| document.follow(response)) {
            assert!(is_text(&response["description"]), "{id}");
            for media in response["content"].as_object().expect("content").values() {
                let Some(example) = media.get("example") else {
                    continue;
                };
                assert_eq!(document.misfits(&media["schema"], example), [""; 0], "{id}");
            }
        }
    }
    assert_eq!(ids.len(), 11);
}

#[test]
fn the_schemas_examples_fit_and_their_properties_are_described() {
    let document = ApiDocument::read();
    let schemas = document.0["components"]["schemas"].as_object();
    for (name, schema) in schemas.expect("schemas") {
        for example in schema["examples"].as_array().into_iter().flatten() {
            assert_eq!(document.misfits(schema, example), [""; 0], "{name}");
        }
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            let described = is_text(&property["description"])
                || is_text(&document.follow(property)["description"])
                || property["type"] == "array";
            assert!(described, "{name}.{key}");
        }
    }
}

#[test]
fn the_hints_are_where_the_method_misleads() {
    let document = ApiDocument::read();
    let said: Vec<_> = document
        .operations()
        .filter(|operation| operation.value.get("x-candor").is_some())
        .map(|operation| operation.id().to_owned())
        .collect();
    let expect = [
        "search_books",
        "replace_book",
        "update_price",
        "cancel_order",
    ];
    assert_eq!(said, expect);
    let search = document.operation("search_books").value;
    assert_eq!(
        search["x-candor"]["annotations"]["readOnlyHint"],
        json!(true)
    );
    for name in &expect[1..] {
        let operation = document.operation(name).value;
        assert_eq!(
            operation["x-candor"]["annotations"]["destructiveHint"],
            json!(true),
            "{name}"
        );
    }
}

#[tokio::test]
async fn the_shop_hands_out_its_document() {
    let visitor = ShopClient::enter();
    let reply = visitor
        .request("GET", "/openapi.yaml")
        .send()
        .await
        .expect("a reply");
    assert_eq!(reply.headers()["content-type"], "application/yaml");
    assert_eq!(reply.text().await.expect("text"), DOCUMENT);
}
