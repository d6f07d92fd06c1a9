//! What servers announce beyond the protocol reaches clients, and their methods reach the server.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{
    CandorProcess, RawClient, ServerEra, ServerHandle, assert_contains, config, test_rows,
    wait_until,
};
use serde_json::{Value, json};

/// A server with an extension, an experiment, and a capability that only it knows.
fn server(era: ServerEra, words: &str) -> ServerHandle {
    let capabilities = r#"{"tools":{},"newer":{"a":1},"experimental":{"trial":{}},
        "extensions":{"com.example/skills":{"v":1}}}"#;
    let tools = r#"[{"name":"t","description":"Does it.","inputSchema":{"type":"object"}}]"#;
    let answer = json!({"result": {"resultType": "complete", "skills": [words], "x": 1e2}});
    let script = ServerScript::new()
        .field("capabilities", capabilities)
        .tools(tools)
        .method("skills/list", answer.to_string());
    script::serve_http(&script, era)
}

async fn check(era: ServerEra) {
    let left = server(era, "left");
    let candor = CandorProcess::served(&config::url("left", left.url(), "")).await;
    let mut client = candor.client(era).await;
    wait_until("tools", async || !client.tools().await.is_empty()).await;
    let params = r#"{"kind":"all","deep":{"a":1.0}}"#;
    let answer = client.request("skills/list", params).await.value();
    assert_eq!(answer["skills"], json!(["left"]), "{answer}");
    let seen = left.seen();
    let asked = seen.iter().find(|one| one.body.contains("skills/list"));
    let asked = asked.expect("the server was asked");
    assert_contains(&asked.body, r#""kind":"all","deep":{"a":1.0}"#);
    // Nobody announces this one, and no server is asked.
    let error = client.request("secrets/list", "{}").await.error();
    assert_eq!(error["code"], -32601, "{error}");
    assert!(!left.seen().iter().any(|one| one.body.contains("secrets")));
}

test_rows! {
    check {
        legacy(ServerEra::Legacy);
        modern(ServerEra::Modern);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_are_told_what_is_announced() {
    let left = server(ServerEra::Modern, "left");
    let candor = CandorProcess::served(&config::url("left", left.url(), "")).await;
    let mut client = candor.client(ServerEra::Modern).await;
    let found = client.request("server/discover", "{}").await.value();
    let capabilities = &found["capabilities"];
    assert_eq!(capabilities["newer"], json!({"a": 1}), "{found}");
    assert_eq!(
        capabilities["experimental"],
        json!({"trial": {}}),
        "{found}"
    );
    let extensions = &capabilities["extensions"];
    assert_eq!(extensions["com.example/skills"], json!({"v": 1}), "{found}");
    // Candor's own is among them.
    assert_ne!(extensions["io.modelcontextprotocol/tasks"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_method_that_two_servers_announce_is_refused_unless_it_is_clear_which() {
    let (left, right) = (
        server(ServerEra::Modern, "left"),
        server(ServerEra::Modern, "right"),
    );
    let sources = config::url("left", left.url(), "") + &config::url("right", right.url(), "");
    let candor = CandorProcess::served(&sources).await;
    let mut client = candor.client(ServerEra::Modern).await;
    wait_until("both", async || client.tools().await.len() == 2).await;
    let error = client.request("skills/list", "{}").await.error();
    assert_eq!(error["code"], -32601, "{error}");
    assert_contains(
        &error["message"].to_string(),
        "several sources (`left`, `right`)",
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_reaches_the_server_that_announces_what_it_belongs_to() {
    let left = server(ServerEra::Legacy, "left");
    let candor = CandorProcess::served(&config::url("left", left.url(), "")).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    wait_until("tools", async || !client.tools().await.is_empty()).await;
    let params = r#"{"deep":{"a":1.0},"z":1}"#;
    client.notify("notifications/secrets/changed", params).await;
    client.notify("notifications/skills/changed", params).await;
    let heard = |part: &str| left.seen().iter().any(|one| one.body.contains(part));
    wait_until("the server heard it", async || heard("skills/changed")).await;
    let seen = left.seen();
    let told = seen.iter().find(|one| one.body.contains("skills/changed"));
    assert_contains(
        &told.expect("it").body,
        r#""params":{"deep":{"a":1.0},"z":1}"#,
    );
    assert!(!heard("secrets"), "nobody announces it");
    let calls = async || candor.api().items("/audit/calls").await;
    let is_it = |call: &Value| call["target"] == "notifications/skills/changed";
    wait_until("it is in the audit", async || {
        calls().await.iter().any(is_it)
    })
    .await;
    assert!(
        !calls()
            .await
            .iter()
            .any(|call| call.to_string().contains("secrets"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_that_rules_deny_or_two_servers_announce_reaches_nobody() {
    let (left, right) = (
        server(ServerEra::Legacy, "left"),
        server(ServerEra::Legacy, "right"),
    );
    let sources = config::url("left", left.url(), "") + &config::url("right", right.url(), "");
    let denied = config::url("left", left.url(), "")
        + "[[policy.rule]]\nname = \"no\"\ntool = \"left.notifications/skills/*\"\neffect = \"deny\"\n";
    for config in [sources, denied] {
        let candor = CandorProcess::served(&config).await;
        let mut client = candor.client(ServerEra::Legacy).await;
        client.notify("notifications/skills/changed", "{}").await;
        let calls = async || candor.api().items("/audit/calls").await;
        let refused = |call: &Value| {
            call["target"] == "notifications/skills/changed" && call["outcome"] != "ok"
        };
        wait_until("it is refused", async || calls().await.iter().any(refused)).await;
        for server in [&left, &right] {
            assert!(
                !server
                    .seen()
                    .iter()
                    .any(|one| one.body.contains("skills/changed"))
            );
        }
    }
}

/// A server that asks its client something that only they know.
fn asking() -> ServerHandle {
    let asks = r#"{"ask":{"method":"skills/choose","params":{"of":[1.0,2]}}}"#;
    let script = ServerScript::simple(&[("t", asks)]);
    script::serve_http(&script, ServerEra::Legacy)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_is_asked_what_it_declares_to_know() {
    let server = asking();
    let candor = CandorProcess::served_unasked(&config::url("s", server.url(), "")).await;
    let knows = r#"{"extensions":{"com.example/skills":{}}}"#;
    let mut client = RawClient::http_at(candor.url(), ServerEra::Legacy, "2025-11-25", knows).await;
    let answer = |question: &str| {
        assert_contains(
            question,
            r#""method":"skills/choose","params":{"of":[1.0,2]}"#,
        );
        r#"{"chosen":2}"#.to_owned()
    };
    let params = r#"{"name":"s_t","arguments":{}}"#;
    let reply = client
        .request_answering("tools/call", params, &answer)
        .await;
    assert_contains(&reply.words(), r#"{"chosen":2}"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_declare_it_is_not_asked() {
    let server = asking();
    let candor = CandorProcess::served_unasked(&config::url("s", server.url(), "")).await;
    for (era, revision, knows) in [
        (
            ServerEra::Legacy,
            "2025-11-25",
            r#"{"extensions":{"com.example/other":{}}}"#,
        ),
        // It cannot be asked in the middle of a call.
        (
            ServerEra::Modern,
            "2026-07-28",
            r#"{"extensions":{"com.example/skills":{}}}"#,
        ),
    ] {
        let mut client = RawClient::http_at(candor.url(), era, revision, knows).await;
        let reply = client.call("s_t", "{}").await;
        assert_contains(&reply.response, "-32601");
        assert_contains(&reply.response, "`skills/choose` is not passed on");
    }
}
