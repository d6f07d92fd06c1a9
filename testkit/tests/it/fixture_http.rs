//! The fixture over Streamable HTTP.

use candor_testkit::{ServerEra, fixture};
use serde_json::{Value, json};

use crate::support::{RawEventReader, RawHttpClient, initialize, meta, modern, request, text};

const ASKABLE: fn() -> Value = || json!({"elicitation": {}, "sampling": {}, "roots": {}});

#[tokio::test]
async fn every_legacy_revision_is_spoken_as_asked_for() {
    let server = fixture::serve_http(ServerEra::Both);
    for (asked, spoken) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let (client, result) = RawHttpClient::legacy(server.url(), asked, &json!({})).await;
        assert_eq!(result["protocolVersion"], spoken);
        let list = client.ask(1, "tools/list", &json!({})).await;
        let tool = &list["result"]["tools"][0];
        assert_eq!(tool["name"], "test_simple_text");
        assert_eq!(
            tool.get("annotations").is_some(),
            spoken > "2025-03-25",
            "{spoken}"
        );
        assert!(list["result"].get("resultType").is_none());
        let call = request(2, "tools/call", &json!({"name": "test_simple_text"}));
        let answer = client.exchange(&call).await.remove(0);
        assert_eq!(text(&answer), "This is a simple text response for testing.");
    }
}

#[tokio::test]
async fn a_legacy_client_is_asked_on_the_stream_of_its_call() {
    let server = fixture::serve_http(ServerEra::Both);
    let (client, _) = RawHttpClient::legacy(server.url(), "2025-06-18", &ASKABLE()).await;
    let params = json!({"name": "test_elicitation", "arguments": {"message": "Who?"}});
    let response = client.sent(&request(7, "tools/call", &params)).await;
    let mut events = RawEventReader::new(response);

    let question = events.message().await;
    assert_eq!(question["method"], "elicitation/create");
    assert_eq!(question["params"]["message"], "Who?");
    let content = json!({"username": "ann", "email": "a@example.com"});
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": content}});
    assert_eq!(client.sent(&answer).await.status(), 202);

    let answer = events.message().await;
    assert_eq!(answer["id"], 7);
    assert!(text(&answer).contains("ann"), "{answer}");
    assert!(
        events.next().await.is_none(),
        "the stream ends with the answer"
    );
}

#[tokio::test]
async fn old_clients_are_told_that_they_cannot_be_asked() {
    let server = fixture::serve_http(ServerEra::Both);
    for (revision, capabilities) in [("2025-03-26", ASKABLE()), ("2025-11-25", json!({}))] {
        let (client, _) = RawHttpClient::legacy(server.url(), revision, &capabilities).await;
        let params = json!({"name": "test_elicitation", "arguments": {"message": "Who?"}});
        let answer = client.ask(1, "tools/call", &params).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
    }
}

#[tokio::test]
async fn a_session_ends_with_delete() {
    let server = fixture::serve_http(ServerEra::Both);
    let (client, _) = RawHttpClient::legacy(server.url(), "2025-11-25", &json!({})).await;
    let delete = || {
        client
            .with_session(client.client.delete(server.url()))
            .send()
    };
    assert_eq!(delete().await.unwrap().status(), 204);
    assert_eq!(delete().await.unwrap().status(), 404);
    let ping = client.sent(&request(1, "ping", &json!({}))).await;
    assert_eq!(ping.status(), 404);
    let stranger = RawHttpClient::new(server.url());
    let ping = stranger.sent(&request(1, "ping", &json!({}))).await;
    assert_eq!(ping.status(), 400);
}

#[tokio::test]
async fn batches_are_served_in_2025_03_26_only() {
    let server = fixture::serve_http(ServerEra::Both);
    let batch = json!([
        request(1, "ping", &json!({})),
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}},
        request(2, "tools/call", &json!({"name": "test_simple_text"})),
        5,
    ]);
    let (client, _) = RawHttpClient::legacy(server.url(), "2025-03-26", &json!({})).await;
    let answers = client.exchange(&batch).await.remove(0);
    let mut ids: Vec<String> = answers
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer["id"].to_string())
        .collect();
    ids.sort();
    assert_eq!(ids, ["1", "2", "null"]);

    let (client, _) = RawHttpClient::legacy(server.url(), "2025-06-18", &json!({})).await;
    assert_eq!(client.sent(&batch).await.status(), 400);
}

#[tokio::test]
async fn the_stream_of_a_session_carries_changes() {
    let server = fixture::serve_http(ServerEra::Both);
    let (client, _) = RawHttpClient::legacy(server.url(), "2025-11-25", &json!({})).await;
    let get = client
        .client
        .get(server.url())
        .header("accept", "text/event-stream");
    let mut events = RawEventReader::new(client.with_session(get).send().await.unwrap());
    let call = |tool: &str| request(1, "tools/call", &json!({"name": tool}));

    client.exchange(&call("test_trigger_resource_update")).await;
    let uri = json!({"uri": "test://watched-resource"});
    client
        .exchange(&request(2, "resources/subscribe", &uri))
        .await;
    client.exchange(&call("test_trigger_resource_update")).await;
    client.exchange(&call("test_trigger_tool_change")).await;

    // The first update came before the subscription and is not told.
    let update = events.message().await;
    assert_eq!(update["method"], "notifications/resources/updated");
    assert_eq!(update["params"], uri);
    assert_eq!(
        events.message().await["method"],
        "notifications/tools/list_changed"
    );
    let list = client.ask(3, "tools/list", &json!({})).await;
    let tools = list["result"]["tools"].as_array().unwrap();
    assert!(tools.iter().any(|tool| tool["name"] == "test_dynamic_tool"));
}

#[tokio::test]
async fn a_modern_call_needs_no_session() {
    let server = fixture::serve_http(ServerEra::Both);
    let client = RawHttpClient::new(server.url());
    let (status, found) = client.ask_modern(1, "server/discover", json!({})).await;
    assert_eq!(status, 200);
    assert_eq!(found["result"]["supportedVersions"], json!(["2026-07-28"]));
    let (_, list) = client.ask_modern(2, "tools/list", json!({})).await;
    assert_eq!(list["result"]["resultType"], "complete");
    assert!(list["result"]["ttlMs"].is_u64());
    let call = modern(3, "tools/call", json!({"name": "test_simple_text"}));
    let (_, answer) = client.exchange_modern(&call).await;
    assert_eq!(answer["result"]["resultType"], "complete");
    let info = &answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!(info["name"], "candor-fixture");
    assert_eq!(server.calls("test_simple_text"), 1);
    let seen = server.seen().pop().unwrap();
    assert_eq!(seen.header("Mcp-Name"), Some("test_simple_text"));
    assert_eq!(serde_json::from_str::<Value>(&seen.body).unwrap(), call);
}

#[tokio::test]
async fn a_modern_client_is_asked_by_an_input_required_result() {
    let server = fixture::serve_http(ServerEra::Modern);
    let client = RawHttpClient::new(server.url());
    let mut params = json!({
        "name": "test_input_required_result_multi_round",
        "arguments": {},
        "_meta": meta(&ASKABLE()),
    });
    for (key, content) in [
        ("step1", json!({"name": "Ann"})),
        ("step2", json!({"color": "red"})),
    ] {
        let (_, answer) = client
            .exchange_modern(&request(1, "tools/call", &params))
            .await;
        let result = &answer["result"];
        assert_eq!(result["resultType"], "input_required");
        assert_eq!(result["inputRequests"][key]["method"], "elicitation/create");
        params["requestState"] = result["requestState"].clone();
        params["inputResponses"] = json!({key: {"action": "accept", "content": content}});
    }
    let (_, answer) = client
        .exchange_modern(&request(2, "tools/call", &params))
        .await;
    assert_eq!(text(&answer), r#""Ann" likes "red""#);

    // The state belongs to this request and to no other.
    params["arguments"] = json!({"other": true});
    let (_, answer) = client
        .exchange_modern(&request(3, "tools/call", &params))
        .await;
    assert_eq!(answer["error"]["code"], -32602);
}

#[tokio::test]
async fn a_listener_hears_only_what_it_asked_for() {
    let server = fixture::serve_http(ServerEra::Both);
    let client = RawHttpClient::new(server.url());
    let listen = |id: i64, wanted: Value| {
        let body = modern(id, "subscriptions/listen", json!({"notifications": wanted}));
        client.post_modern(&body).send()
    };
    let mut tools =
        RawEventReader::new(listen(11, json!({"toolsListChanged": true})).await.unwrap());
    let mut prompts = RawEventReader::new(
        listen(12, json!({"promptsListChanged": true}))
            .await
            .unwrap(),
    );
    for (events, id) in [(&mut tools, 11), (&mut prompts, 12)] {
        let first = events.message().await;
        assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
        assert_eq!(
            first["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"],
            id
        );
    }
    for tool in ["test_trigger_tool_change", "test_trigger_prompt_change"] {
        client
            .ask_modern(1, "tools/call", json!({"name": tool}))
            .await;
    }
    assert_eq!(
        tools.message().await["method"],
        "notifications/tools/list_changed"
    );
    assert_eq!(
        prompts.message().await["method"],
        "notifications/prompts/list_changed"
    );
}

#[tokio::test]
async fn each_era_refuses_the_other_in_its_own_words() {
    let legacy = fixture::serve_http(ServerEra::Legacy);
    let client = RawHttpClient::new(legacy.url());
    let (status, answer) = client.ask_modern(1, "server/discover", json!({})).await;
    assert_eq!(status, 400);
    assert!(![-32020, -32021, -32022].contains(&answer["error"]["code"].as_i64().unwrap()));

    let modern_server = fixture::serve_http(ServerEra::Modern);
    let client = RawHttpClient::new(modern_server.url());
    let body = initialize("2025-11-25", &json!({}));
    let response = client.sent(&body).await;
    assert_eq!(response.status(), 400);
    let answer: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
    assert_eq!(answer["error"]["code"], -32022);
    assert_eq!(answer["error"]["data"]["requested"], "2025-11-25");
    assert_eq!(
        client
            .client
            .get(modern_server.url())
            .send()
            .await
            .unwrap()
            .status(),
        405
    );
}

#[tokio::test]
async fn strangers_and_strange_bodies_are_refused() {
    let server = fixture::serve_http(ServerEra::Both);
    let client = RawHttpClient::new(server.url());
    let body = initialize("2025-11-25", &json!({}));
    let send = |request: reqwest::RequestBuilder| async move {
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(
        send(client.post(&body).header("origin", "http://evil.example")).await,
        403
    );
    assert_eq!(
        send(client.post(&body).header("host", "evil.example")).await,
        403
    );
    let bare = || client.client.post(server.url());
    let json_type = ("content-type", "application/json");
    assert_eq!(send(bare().body(body.to_string())).await, 415);
    let picky = bare()
        .header(json_type.0, json_type.1)
        .header("accept", "text/html");
    assert_eq!(send(picky.body(body.to_string())).await, 406);
    let broken = bare().header(json_type.0, json_type.1).body("{");
    assert_eq!(send(broken).await, 400);
    let odd = client
        .post(&request(1, "ping", &json!({})))
        .header("mcp-session-id", "none");
    assert_eq!(send(odd).await, 404);
}
