//! Replies of every kind become results that clients understand.

use candor_testkit::assert_contains;
use candor_testkit::http_api::ScriptedReply;
use serde_json::{Value, json};

use super::gateway::{ApiGateway, done, offered, words};
use super::styles::ECHO;

#[tokio::test(flavor = "multi_thread")]
async fn json_is_structured() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    // A number with more digits than a computer's own keeps them.
    let body = r#"{"id": 12345678901234567890123, "price": 1.10, "z": 1, "a": 2}"#;
    let reply = ScriptedReply::bytes("application/json; charset=utf-8", body);
    stage.on("GET", "/reply/object", reply);
    let answer = client.call("api_reply_object", "{}").await;
    assert_contains(&answer.response, "12345678901234567890123,");
    assert!(answer.response.contains("1.10"), "{}", answer.response);
    assert_eq!(answer.words(), body);

    let list = json!([{"id": 1}, {"id": 2}]);
    stage.on("GET", "/reply/list", ScriptedReply::json(&list));
    let result = done(&mut client, "reply_list", &json!({})).await;
    assert_eq!(result["structuredContent"], json!({"result": list}));
    assert_eq!(words(&result), list.to_string());
    let tools = offered(&mut client).await;
    let schema = &tools["reply_list"]["outputSchema"];
    assert_eq!(schema["type"], "object", "{schema}");
    let validator = jsonschema::validator_for(schema).expect("a schema");
    assert!(validator.is_valid(&result["structuredContent"]), "{schema}");
    assert!(!validator.is_valid(&json!({"result": 5})), "{schema}");

    // Packed bodies are unpacked.
    stage.on("GET", "/reply/list", ScriptedReply::json(&list).gzipped());
    let result = done(&mut client, "reply_list", &json!({})).await;
    assert_eq!(result["structuredContent"], json!({"result": list}));
}

/// JSON that is none, where a structure was promised.
#[tokio::test(flavor = "multi_thread")]
async fn a_broken_promise_is_said() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    stage.on(
        "GET",
        "/reply/object",
        ScriptedReply::bytes("application/json", "{\"id\": 1"),
    );
    let reply = client.call("api_reply_object", "{}").await.value();
    assert_eq!(reply["isError"], true, "{reply}");
    assert_eq!(reply["structuredContent"], Value::Null);
    let said = words(&reply);
    assert!(said.starts_with("{\"id\": 1\n"), "{said}");
    assert!(said.contains("it is not"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn other_kinds_keep_their_nature() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    let bytes: &[u8] = b"PNG\xff\0";
    let data = "UE5H/wA=";
    for (reply, expect) in [
        (
            ScriptedReply::text("Grüße"),
            json!({"type": "text", "text": "Grüße"}),
        ),
        (
            ScriptedReply::bytes("text/plain; charset=iso-8859-1", &b"Gr\xfc\xdfe"[..]),
            json!({"type": "text", "text": "Grüße"}),
        ),
        (
            ScriptedReply::bytes("application/xml", "<a/>"),
            json!({"type": "text", "text": "<a/>"}),
        ),
        (
            ScriptedReply::bytes("image/png", bytes),
            json!({"type": "image", "data": data, "mimeType": "image/png"}),
        ),
        (
            ScriptedReply::bytes("audio/ogg; codecs=opus", bytes),
            json!({"type": "audio", "data": data, "mimeType": "audio/ogg"}),
        ),
        (
            ScriptedReply::bytes("application/zip", bytes),
            json!({"type": "resource", "resource":
                {"uri": stage.api.url("/reply/any"), "mimeType": "application/zip", "blob": data}}),
        ),
    ] {
        stage.on("GET", "/reply/any", reply);
        let result = done(&mut client, "reply_any", &json!({})).await;
        assert_eq!(result["content"], json!([expect]));
        assert_eq!(result["structuredContent"], Value::Null);
    }
}

/// Nothing, something new, headers only.
#[tokio::test(flavor = "multi_thread")]
async fn replies_without_a_body() {
    let (stage, mut client) = ApiGateway::with_client(ECHO, "").await;
    stage.on("DELETE", "/reply/gone", ScriptedReply::status(204));
    let result = done(&mut client, "reply_gone", &json!({})).await;
    assert!(words(&result).contains("204 No Content"), "{result}");
    assert_eq!(
        result["_meta"]["dev.candor/http"]["status"], 204,
        "{result}"
    );

    let made = ScriptedReply::status(201).header("location", "/things/7");
    stage.on("POST", "/reply/made", made.header("set-cookie", "sid=1"));
    let result = done(&mut client, "reply_made", &json!({})).await;
    assert!(words(&result).contains("201 Created"), "{result}");
    assert!(words(&result).contains("/things/7"), "{result}");
    let told = &result["_meta"]["dev.candor/http"];
    assert_eq!(told["headers"]["location"], "/things/7", "{result}");
    assert_eq!(told["headers"]["set-cookie"], Value::Null, "{result}");

    let head = ScriptedReply::status(200)
        .header("etag", "\"v1\"")
        .header("content-length", "1234");
    stage.on("HEAD", "/reply/head", head);
    let result = done(&mut client, "reply_head", &json!({})).await;
    assert!(words(&result).contains("etag: \"v1\""), "{result}");
}
