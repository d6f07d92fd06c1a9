//! The OpenAPI document and the routes are the same thing.

use std::collections::BTreeSet;

use candor_model::{
    AnnotationLayer, ApprovalState, CallOutcome, ConfirmMode, Hint, HintProfile, Role, SourceTrust,
    UnsetPolicy,
};
use serde_json::Value;

use crate::fixture::{ApiFixture, ApiFixtureBuilder};

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

fn document() -> Value {
    serde_json::from_str(&candor_api::document()).expect("JSON")
}

#[test]
fn the_document_is_as_reviewed() {
    insta::assert_snapshot!(candor_api::document());
}

#[tokio::test]
async fn the_document_is_served() {
    let world = ApiFixtureBuilder::default().start().await;
    let reply = world.get("/openapi.json").send().await;
    assert_eq!(reply.header("content-type"), Some("application/json"));
    assert_eq!(reply.text, candor_api::document());
    assert_eq!(reply.json()["openapi"], "3.1.0");
}

/// What a path and a method lead to, without a body and with names that nothing has.
async fn reach(world: &ApiFixture, method: &'static str, path: &str) -> u16 {
    let path = path.strip_prefix("/api/v1").expect("the prefix");
    let path = path.replace("{name}", "nope").replace("{pattern}", "no.pe");
    let path = path.replace("{variable}", "X").replace("{tool}", "no.pe");
    let path = path.replace("{note}", "nope").replace("{id}", "nope");
    let path = path.replace("{toolset}", "nope");
    world.bare(method, &path).send().await.status
}

#[tokio::test]
async fn every_route_is_described_and_every_description_is_a_route() {
    let world = ApiFixtureBuilder::default().start().await;
    let document = document();
    let paths = document["paths"].as_object().expect("paths");
    for (path, item) in paths {
        for method in METHODS {
            let described = item.get(method.to_ascii_lowercase()).is_some();
            let status = reach(&world, method, path).await;
            assert_eq!(status != 405, described, "{method} {path}: {status}");
        }
    }
    // The routes, as people know them.
    let expect = [
        "",
        "annotations",
        "annotations/{pattern}",
        "approvals",
        "approvals/events",
        "approvals/standing",
        "approvals/standing/{id}",
        "approvals/{id}",
        "approvals/{id}/decision",
        "approvals/{id}/link",
        "approvals/{id}/reveal",
        "audit/calls",
        "audit/changes",
        "catalogue",
        "catalogue/{name}",
        "drift",
        "drift/accept",
        "drift/{name}",
        "verifications",
        "verifications/{name}",
        "environments",
        "environments/{name}",
        "environments/{name}/variables/{variable}",
        "equipped",
        "notes",
        "notes/{tool}/{note}",
        "openapi.json",
        "policy",
        "policy/preferences",
        "policy/preferences/{toolset}",
        "policy/rules",
        "policy/rules/preview",
        "policy/rules/{name}",
        "sign-in-links",
        "sources",
        "sources/preview",
        "sources/{name}",
        "sources/{name}/refusals",
        "sources/{name}/restart",
        "suggestions",
        "suggestions/accept",
        "tokens",
        "tokens/{id}",
        "tools",
        "tools/{name}",
        "toolsets",
        "toolsets/{name}",
        "toolsets/{name}/clone",
        "toolsets/{name}/members",
        "toolsets/{name}/notes",
        "toolsets/{name}/notes/{tool}/{note}",
        "toolsets/{name}/restore",
        "toolsets/{name}/versions",
    ];
    let expect: BTreeSet<_> = expect
        .iter()
        .map(|path| format!("/api/v1/{path}").trim_end_matches('/').to_owned())
        .collect();
    assert_eq!(paths.keys().cloned().collect::<BTreeSet<_>>(), expect);
}

#[test]
fn every_operation_is_named_and_tells_its_problems() {
    let document = document();
    let mut ids = BTreeSet::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let id = operation["operationId"].as_str().expect("an id");
            assert!(ids.insert(id.to_owned()), "{id} is there twice");
            assert!(operation["summary"].is_string(), "{method} {path}");
            let responses = operation["responses"].as_object().expect("responses");
            let problem = "application/problem+json";
            let problems = responses
                .iter()
                .filter(|(status, _)| !status.starts_with(['2', '3']));
            for (status, response) in problems {
                let schema = &response["content"][problem]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/Problem", "{id} {status}");
            }
            assert!(responses.contains_key("default"), "{id}");
            let role = operation["security"][0]["token"][0].as_str();
            assert!(role.and_then(Role::parse).is_some(), "{id}");
            let bodied = ["post", "put", "patch"].contains(&method.as_str());
            assert_eq!(operation.get("requestBody").is_some(), bodied, "{id}");
            assert_eq!(responses.contains_key("415"), bodied, "{id}");
        }
    }
    assert_eq!(ids.len(), 78);
}

#[test]
fn every_reference_leads_somewhere() {
    let document = document();
    let mut references = BTreeSet::new();
    collect(&document, &mut references);
    assert!(references.len() > 10);
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("a local reference");
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

/// The words of the document are those of the model.
#[test]
fn every_word_is_described_as_it_is_written() {
    let document = document();
    let words = |name: &str| -> Vec<String> {
        let schema = &document["components"]["schemas"][name]["enum"];
        let words = schema.as_array().expect(name).iter();
        words
            .map(|word| word.as_str().expect("text").to_owned())
            .collect()
    };
    let hints = Hint::ALL.map(Hint::key);
    assert_eq!(words("Hint"), hints);
    assert_eq!(
        words("Layer"),
        AnnotationLayer::ALL.map(AnnotationLayer::as_str)
    );
    assert_eq!(words("Outcome"), CallOutcome::ALL.map(CallOutcome::as_str));
    let trust: Vec<_> = SourceTrust::ALL.iter().map(|one| one.as_str()).collect();
    assert_eq!(words("Trust"), trust);
    let profiles: Vec<_> = HintProfile::ALL.iter().map(|one| one.as_str()).collect();
    assert_eq!(words("Profile"), profiles);
    assert_eq!(words("Confirm"), ConfirmMode::ALL.map(ConfirmMode::as_str));
    let doors = [
        "cli", "api", "mcp", "client", "page", "link", "file", "gateway",
    ];
    assert_eq!(words("Door"), doors);
    assert_eq!(words("Role"), Role::ALL.map(Role::as_str));
    assert_eq!(words("Unset"), UnsetPolicy::ALL.map(UnsetPolicy::as_str));
    let states = ApprovalState::ALL.map(ApprovalState::as_str);
    assert_eq!(words("ApprovalState"), states);
}

fn collect(value: &Value, references: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                match member.as_str() {
                    Some(target) if key == "$ref" => drop(references.insert(target.to_owned())),
                    _ => collect(member, references),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}
