//! What servers announce beyond the protocol reaches clients, and their methods reach the server.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{
    CandorProcess, ServerEra, ServerHandle, assert_contains, config, test_rows, wait_until,
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
