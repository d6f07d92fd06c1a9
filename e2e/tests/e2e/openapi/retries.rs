//! What is safe to repeat is repeated, and nothing else.

use std::collections::BTreeSet;

use candor_testkit::http_api::{HttpApi, ScriptedReply};
use candor_testkit::{CandorProcess, ServerEra, assert_contains};
use serde_json::json;

use super::gateway::{ApiGateway, call, done, offered, refused, words};
use super::redirects::LIBRARY;

fn busy(status: u16) -> ScriptedReply {
    ScriptedReply::status(status).header("retry-after", "1")
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_and_idempotent_calls_are_tried_again() {
    let (stage, mut client) = ApiGateway::with_client(LIBRARY, "").await;
    for status in [429, 503] {
        for (method, tool) in [
            ("GET", "get_book"),
            ("PUT", "put_book"),
            ("DELETE", "delete_book"),
        ] {
            stage.api.clear();
            stage.on(
                method,
                "/books/1",
                [busy(status), ScriptedReply::status(200)],
            );
            let begun = std::time::Instant::now();
            done(&mut client, tool, &json!({"id": "1"})).await;
            assert_eq!(stage.api.requests().len(), 2, "{tool} {status}");
            assert!(
                begun.elapsed().as_millis() >= 1_000,
                "it waited as long as it was asked to"
            );
        }
    }
    // Not for ever.
    stage.api.clear();
    stage.on("GET", "/books/1", busy(503));
    let said = refused(&mut client, "get_book", &json!({"id": "1"})).await;
    assert_eq!(stage.api.requests().len(), 3);
    assert_contains(&said, "503");
    assert_contains(&said, "wait 1 second");
    // Nor for longer than the limit.
    stage.api.clear();
    stage.on(
        "GET",
        "/books/1",
        ScriptedReply::status(429).header("retry-after", "86400"),
    );
    let said = refused(&mut client, "get_book", &json!({"id": "1"})).await;
    assert_eq!(stage.api.requests().len(), 1);
    assert!(said.contains("86400 seconds"), "{said}");
    // A connection that breaks is like an API that is busy.
    stage.api.clear();
    let broken = ScriptedReply::text("hello").cut_after(2);
    stage.on(
        "GET",
        "/books/1",
        [ScriptedReply::close(), broken, ScriptedReply::text("hello")],
    );
    let result = done(&mut client, "get_book", &json!({"id": "1"})).await;
    assert_eq!(words(&result), "hello");
    assert_eq!(stage.api.requests().len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_calls_are_not() {
    let (stage, mut client) = ApiGateway::with_client(LIBRARY, "").await;
    for (reply, parts) in [
        (
            busy(503),
            &["503", "not known whether the call took effect"][..],
        ),
        (busy(429), &["429", "wait 1 second"]),
        (
            ScriptedReply::close(),
            &["whether the call took effect is unknown"],
        ),
        (
            ScriptedReply::text("hello").cut_after(2),
            &["whether the call took effect is unknown"],
        ),
    ] {
        for (method, path, tool, arguments) in [
            ("POST", "/books", "add_book", json!({"title": "t"})),
            ("PATCH", "/books/1", "patch_book", json!({"id": "1"})),
        ] {
            stage.api.clear();
            stage.on(method, path, [reply.clone(), ScriptedReply::status(200)]);
            let said = refused(&mut client, tool, &arguments).await;
            assert_eq!(stage.api.requests().len(), 1, "{tool}: {reply:?}");
            for part in parts {
                assert!(said.contains(part), "{tool}: {said}");
            }
        }
    }
    stage.outcomes("unknown", 4).await;
}

/// A trusted layer may say that a call can be repeated: an override, or a document that
/// a person has put there. A document from the network may not.
#[tokio::test(flavor = "multi_thread")]
async fn who_may_say_that_a_call_can_be_repeated() {
    let (stage, mut client) = ApiGateway::with_client(LIBRARY, "").await;
    let twice = || [busy(503), ScriptedReply::status(200)];
    stage.on("POST", "/sums", twice());
    done(&mut client, "add_up", &json!({})).await;
    assert_eq!(stage.api.count("POST", "/sums"), 2);

    stage.on("POST", "/books", twice());
    refused(&mut client, "add_book", &json!({})).await;
    let said = json!({"idempotent": true, "why": "the title is the key"});
    stage
        .write(reqwest::Method::PATCH, "/annotations/api.add_book", &said)
        .await;
    stage.api.clear();
    stage.on("POST", "/books", twice());
    done(&mut client, "add_book", &json!({})).await;
    assert_eq!(stage.api.count("POST", "/books"), 2);
    // And the other way round.
    let said = json!({"idempotent": false, "read_only": false});
    stage
        .write(reqwest::Method::PATCH, "/annotations/api.put_book", &said)
        .await;
    stage.on("PUT", "/books/1", twice());
    refused(&mut client, "put_book", &json!({"id": "1"})).await;
    assert_eq!(stage.api.count("PUT", "/books/1"), 1);

    let api = HttpApi::start().expect("an API");
    api.document("/openapi.yaml", "application/yaml", LIBRARY);
    api.on("POST", "/sums", twice());
    api.on("GET", "/books/1", twice());
    let text = format!(
        "[sources.api]\ndocument = \"{0}/openapi.yaml\"\nbase_url = \"{0}\"\nallow_private = true\n",
        api.origin()
    );
    let gateway = CandorProcess::served_unasked(&text).await;
    let mut client = gateway.client(ServerEra::Legacy).await;
    refused(&mut client, "add_up", &json!({})).await;
    assert_eq!(api.count("POST", "/sums"), 1);
    // What follows from the method counts all the same.
    done(&mut client, "get_book", &json!({"id": "1"})).await;
    assert_eq!(api.count("GET", "/books/1"), 2);
}

/// A key that tells a repetition from a new request: the same for every attempt of a call, another
/// for another call, and no argument.
#[tokio::test(flavor = "multi_thread")]
async fn idempotency_keys() {
    let (stage, mut client) = ApiGateway::with_client(LIBRARY, "").await;
    let tools = offered(&mut client).await;
    let schema = tools["place_order"]["inputSchema"].to_string();
    assert!(!schema.to_lowercase().contains("idempotency"), "{schema}");
    let said = json!({"idempotent": true});
    stage
        .write(
            reqwest::Method::PATCH,
            "/annotations/api.place_order",
            &said,
        )
        .await;
    for _ in 0..3 {
        stage.on(
            "POST",
            "/orders",
            [
                ScriptedReply::close(),
                busy(503),
                ScriptedReply::status(200),
            ],
        );
        done(&mut client, "place_order", &json!({})).await;
    }
    let requests = stage.api.requests();
    assert_eq!(requests.len(), 9);
    let keys = requests
        .iter()
        .map(|request| request.header("idempotency-key").expect("a key"));
    let keys: Vec<_> = keys.collect();
    for attempts in keys.chunks(3) {
        assert!(attempts.iter().all(|key| *key == attempts[0]), "{keys:?}");
        assert!(attempts[0].len() >= 16, "{keys:?}");
    }
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 3, "{keys:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn retries_can_be_turned_off() {
    let (stage, mut client) = ApiGateway::with_client(LIBRARY, "retries = 0").await;
    stage.on("GET", "/books/1", [busy(503), ScriptedReply::status(200)]);
    let result = call(&mut client, "get_book", &json!({"id": "1"})).await;
    assert_eq!(result["isError"], true, "{result}");
    assert_eq!(stage.api.requests().len(), 1);
}
