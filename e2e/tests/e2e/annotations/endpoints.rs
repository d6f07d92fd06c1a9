//! Where tools are served, and where they are not.

use candor_testkit::script::ServerScript;
use candor_testkit::{
    CandorProcess, ServerEra, assert_contains, assert_contains_for, config, wait_until,
};
use serde_json::json;

const REVISION: &str = "2025-11-25";
const LIST: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#;
const MODERN_LIST: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#;

fn serve(more: &str) -> (CandorProcess, candor_testkit::script::ScriptFile) {
    let file = ServerScript::simple(&[("hello", "{}")]).file();
    let text = config::script("s", &file, ServerEra::Legacy, "") + more;
    (CandorProcess::unasked(&text, &[]), file)
}

/// What leads nowhere says so, with the value and the way out, to clients of both eras.
#[tokio::test(flavor = "multi_thread")]
async fn endpoints_that_lead_nowhere() {
    let (candor, _file) = serve("[environments.prod]\n");
    let modern = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/list"),
    ];
    for (path, sentence) in [
        ("/mcp@nosuch", "there is no environment `nosuch`"),
        ("/mcp/nosuch", "there is no toolset `nosuch`"),
        ("/mcp/nosuch@prod", "there is no toolset `nosuch`"),
        ("/mcp@Prod", "`Prod` cannot be the name of an environment"),
    ] {
        for answer in [
            candor.initialize_at(path, REVISION).await,
            candor.post_at(path, MODERN_LIST, &modern).await,
        ] {
            assert_eq!(answer.status(), 404, "{path}");
            let text = answer.text().await.expect("text");
            assert!(text.contains(sentence), "{path}: {text}");
        }
    }
    let answer = candor.initialize_at("/mcp@prod", REVISION).await;
    assert_eq!(answer.status(), 200);
}

/// A session belongs to the endpoint where it began.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_stays_where_it_began() {
    let (candor, _file) = serve("[environments.prod]\n");
    for (here, there) in [("/mcp", "/mcp@prod"), ("/mcp@prod", "/mcp")] {
        let hello = candor.initialize_at(here, REVISION).await;
        let session = hello.headers()["mcp-session-id"].to_str().expect("text");
        let session = [("mcp-session-id", session)];
        let answer = candor.post_at(there, LIST, &session).await;
        assert_eq!(answer.status(), 404, "{here} at {there}");
        let text = answer.text().await.expect("text");
        assert!(text.contains("send `initialize` there"), "{text}");
        let answer = candor.post_at(here, LIST, &session).await;
        assert_eq!(answer.status(), 200, "{here}");
    }
}

/// An environment that is made while the gateway runs has an endpoint at once; one that is
/// deleted has none.
#[tokio::test(flavor = "multi_thread")]
async fn endpoints_come_and_go_with_their_environments() {
    let (candor, _file) = serve("[environments.declared]\n");
    candor.all_ready().await;
    let api = candor.api();
    let answer = candor.initialize_at("/mcp@staging", REVISION).await;
    assert_eq!(answer.status(), 404);
    let body = json!({"name": "staging", "profile": "explicit"});
    api.post("/environments", &body).await.fine();
    let mut client = candor.client_at("/mcp@staging", ServerEra::Legacy).await;
    let served = client.offered().await;
    assert_eq!(served["s_hello"]["annotations"]["destructiveHint"], true);
    let twice = api.post("/environments", &body).await.refused(409);
    assert!(twice.contains("`staging`"), "{twice}");

    candor.fine(&["environment", "create", "by-hand"]);
    wait_until("the endpoint made on the command line", async || {
        candor
            .initialize_at("/mcp@by-hand", REVISION)
            .await
            .status()
            == 200
    })
    .await;
    candor.fine(&["environment", "delete", "by-hand", "--yes"]);
    wait_until("the end of the endpoint", async || {
        candor
            .initialize_at("/mcp@by-hand", REVISION)
            .await
            .status()
            == 404
    })
    .await;

    let etag = api.tag("/environments/staging").await;
    api.delete("/environments/staging", &etag).await.fine();
    let answer = client.request("tools/list", "{}").await;
    assert_contains(&answer.response, "there is no environment `staging`");
    let kept = api.get("/environments/declared").await;
    let refused = api.delete("/environments/declared", "*").await;
    assert_contains_for(&kept, &refused.refused(409), "candor.toml");
}
