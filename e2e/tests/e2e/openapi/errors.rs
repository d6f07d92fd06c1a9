//! What an API complains about, told so that a model can do something.

use candor_testkit::http_api::ScriptedReply;
use serde_json::{Value, json};

use super::gateway::{ApiGateway, call, words};
use super::redirects::LIBRARY;

fn problem(status: u16, body: &Value) -> ScriptedReply {
    ScriptedReply::bytes("application/problem+json", body.to_string()).with_status(status)
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_say_what_and_what_to_do() {
    let (stage, mut client) = ApiGateway::with_client(LIBRARY, "retries = 0").await;
    let long = "so long ".repeat(5_000);
    for (reply, parts) in [
        (
            problem(
                404,
                &json!({"type": "about:blank", "title": "No such book", "status": 404,
                "detail": "There is no book `1`."}),
            ),
            &[
                "404 Not Found",
                "No such book",
                "There is no book `1`.",
                "check the identifiers",
            ][..],
        ),
        (
            problem(
                422,
                &json!({"title": "Invalid", "errors": [
                {"pointer": "#/title", "detail": "must not be empty"}]}),
            ),
            &[
                "422 Unprocessable Content",
                "must not be empty",
                "title",
                "call again",
            ],
        ),
        (
            ScriptedReply::json(&json!({"error": {"message": "quota exceeded"}})).with_status(429),
            &["429 Too Many Requests", "quota exceeded", "wait a while"],
        ),
        (
            ScriptedReply::json(&json!({"message": "no entry"})).with_status(403),
            &["403 Forbidden", "no entry", "a person must"],
        ),
        (
            ScriptedReply::bytes(
                "text/html",
                "<html><title>Bad day</title><script>x</script></html>",
            )
            .with_status(500),
            &["500 Internal Server Error", "Bad day"],
        ),
        (
            ScriptedReply::status(409),
            &["409 Conflict", "read the current state"],
        ),
        (
            ScriptedReply::text(&long).with_status(400),
            &["400 Bad Request", "so long so long"],
        ),
        (
            ScriptedReply::bytes("application/json", "{{{").with_status(502),
            &["502 Bad Gateway"],
        ),
    ] {
        stage.on("GET", "/books/1", reply);
        let result = call(&mut client, "get_book", &json!({"id": "1"})).await;
        assert_eq!(result["isError"], true, "{result}");
        assert_eq!(result["structuredContent"], Value::Null, "{result}");
        let said = words(&result);
        for part in parts {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(!said.contains("<script>"), "{said}");
        assert!(said.len() < 4_000, "{}", said.len());
        let status = result["_meta"]["dev.candor/http"]["status"]
            .as_u64()
            .expect("a status");
        assert!(said.contains(&status.to_string()), "{result}");
    }
    // It was an answer, and is on file as one.
    stage.outcomes("tool-error", 8).await;
}

/// An API that is not there at all.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_listens() {
    let held = candor_testkit::HeldPort::free().expect("a port");
    let more = format!(
        "[environments.gone]\nvariables = {{ API_BASE_URL = \"http://127.0.0.1:{}\" }}",
        held.port()
    );
    let stage = ApiGateway::open(LIBRARY, &more).await;
    let mut client = stage.client_in("gone").await;
    let result = call(&mut client, "add_book", &json!({"title": "t"})).await;
    let said = words(&result);
    assert_eq!(result["isError"], true);
    assert!(said.contains("cannot connect"), "{said}");
    assert!(
        !said.contains("unknown"),
        "nothing can have happened: {said}"
    );
}
