//! `_select`: a model asks for less.

use std::time::{Duration, Instant};

use candor_testkit::http_api::ScriptedReply;
use serde_json::{Value, json};

use super::gateway::{ApiGateway, done, offered, refused, words};
use super::redirects::LIBRARY;

fn books() -> Value {
    json!({"books": [{"id": 1, "title": "Emma"}, {"id": 2, "title": "Dune"}]})
}

async fn stage(more: &str) -> ApiGateway {
    let stage = ApiGateway::open(LIBRARY, more).await;
    stage.on("GET", "/books", ScriptedReply::json(&books()));
    stage
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_of_the_reply() {
    let stage = stage("").await;
    let mut client = stage.client().await;
    let tools = offered(&mut client).await;
    let argument = &tools["list_books"]["inputSchema"]["properties"]["_select"];
    let description = argument["description"].as_str().expect("a description");
    for part in ["jq", "books", "id", "title"] {
        assert!(description.contains(part), "{description}");
    }
    // A tool whose reply is not described has nothing to select from.
    let other = &tools["get_book"]["inputSchema"]["properties"]["_select"];
    assert_eq!(*other, Value::Null);

    let schema = &tools["list_books"]["outputSchema"];
    let validator = jsonschema::validator_for(schema).expect("a schema");
    for (filter, expect) in [
        (".books | length", json!(2)),
        (".books[0].title", json!("Emma")),
        (".books[] | .id", json!([1, 2])),
        (
            "[.books[] | {title}]",
            json!([{"title": "Emma"}, {"title": "Dune"}]),
        ),
        (".nothing", Value::Null),
        ("empty", json!([])),
    ] {
        let result = done(&mut client, "list_books", &json!({"_select": filter})).await;
        assert_eq!(
            result["structuredContent"],
            json!({"selected": expect}),
            "{filter}"
        );
        assert!(
            validator.is_valid(&result["structuredContent"]),
            "{filter}: {schema}"
        );
        assert!(!words(&result).contains("books\":"), "{filter}: {result}");
    }
    // It is for us, not for the API.
    for request in stage.api.requests() {
        assert_eq!(request.target, "/books");
    }
    let whole = done(&mut client, "list_books", &json!({})).await;
    assert_eq!(whole["structuredContent"], books());
    assert!(validator.is_valid(&whole["structuredContent"]), "{schema}");
}

/// A wrong filter is told before anything is sent.
#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_filter_sends_nothing() {
    let stage = stage("").await;
    let mut client = stage.client().await;
    for filter in [
        ".books[",
        "nosuch(.)",
        "$ENV",
        "input",
        "import \"x\" as x; .",
        ". | ",
    ] {
        let said = refused(&mut client, "list_books", &json!({"_select": filter})).await;
        assert!(said.contains("nothing was sent"), "{filter}: {said}");
    }
    let long = format!(".{}", " | .".repeat(100_000));
    refused(&mut client, "list_books", &json!({"_select": long})).await;
    refused(&mut client, "list_books", &json!({"_select": 5})).await;
    assert_eq!(stage.api.requests(), []);
}

/// A filter that would never end, or take everything, is stopped, and the call is known to have
/// been made.
#[tokio::test(flavor = "multi_thread")]
async fn a_filter_without_end_is_stopped() {
    let stage = stage("").await;
    let mut client = stage.client().await;
    for filter in [
        "last(repeat(1))",
        "[range(1e12)] | length",
        "def f: [f]; f",
        "\"x\" * 1e9 | length",
        "repeat(\"a\" * 1000)",
        ".books.nothing",
    ] {
        let begun = Instant::now();
        let said = refused(&mut client, "list_books", &json!({"_select": filter})).await;
        assert!(said.contains("the call was made"), "{filter}: {said}");
        assert!(said.len() < 2_000, "{filter}: {said}");
        assert!(begun.elapsed() < Duration::from_mins(1), "{filter}");
    }
    // The next one is served.
    let result = done(
        &mut client,
        "list_books",
        &json!({"_select": ".books | length"}),
    )
    .await;
    assert_eq!(result["structuredContent"]["selected"], 2);
}

/// An error is not filtered.
#[tokio::test(flavor = "multi_thread")]
async fn errors_are_told_whole() {
    let stage = stage("retries = 0").await;
    let mut client = stage.client().await;
    let body = json!({"title": "Closed", "detail": "on Sundays"});
    stage.on("GET", "/books", ScriptedReply::json(&body).with_status(503));
    let said = refused(&mut client, "list_books", &json!({"_select": ".books"})).await;
    assert!(said.contains("on Sundays"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn off_by_a_setting() {
    let stage = stage("select = false").await;
    let mut client = stage.client().await;
    let tools = offered(&mut client).await;
    let tool = tools["list_books"].to_string();
    assert!(
        !tool.contains("_select") && !tool.contains("selected"),
        "{tool}"
    );
    let said = refused(&mut client, "list_books", &json!({"_select": "."})).await;
    assert!(said.contains("_select"), "{said}");
    assert_eq!(stage.api.requests(), []);
}
