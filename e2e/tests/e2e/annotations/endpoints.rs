//! Where tools are served, and where they are not.

use candor_testkit::script::ServerScript;
use candor_testkit::{CandorProcess, RawClient, ServerEra, config};
use serde_json::json;

use super::until;

const HELLO: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}"#;
const LIST: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}"#;
const MODERN_LIST: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#;

fn serve(more: &str) -> (CandorProcess, candor_testkit::script::ScriptFile) {
    let file = ServerScript::simple(&[("hello", "{}")]).file();
    let text = config::script("s", &file, ServerEra::Legacy, "") + more;
    (CandorProcess::unasked(&text, &[]), file)
}

async fn post(url: &str, body: &str, headers: &[(&str, &str)]) -> reqwest::Response {
    let mut request = reqwest::Client::new()
        .post(url)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request
        .body(body.to_owned())
        .send()
        .await
        .expect("an answer")
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
        let url = candor.at(path);
        for answer in [
            post(&url, HELLO, &[]).await,
            post(&url, MODERN_LIST, &modern).await,
        ] {
            assert_eq!(answer.status(), 404, "{path}");
            let text = answer.text().await.expect("text");
            assert!(text.contains(sentence), "{path}: {text}");
        }
    }
    let answer = post(&candor.at("/mcp@prod"), HELLO, &[]).await;
    assert_eq!(answer.status(), 200);
}

/// A session belongs to the endpoint where it began.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_stays_where_it_began() {
    let (candor, _file) = serve("[environments.prod]\n");
    for (here, there) in [("/mcp", "/mcp@prod"), ("/mcp@prod", "/mcp")] {
        let (here, there) = (candor.at(here), candor.at(there));
        let hello = post(&here, HELLO, &[]).await;
        let session = hello.headers()["mcp-session-id"].to_str().expect("text");
        let session = [("mcp-session-id", session)];
        let answer = post(&there, LIST, &session).await;
        assert_eq!(answer.status(), 404, "{here} at {there}");
        let text = answer.text().await.expect("text");
        assert!(text.contains("send `initialize` there"), "{text}");
        let answer = post(&here, LIST, &session).await;
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
    let url = candor.at("/mcp@staging");
    assert_eq!(post(&url, HELLO, &[]).await.status(), 404);
    let body = json!({"name": "staging", "profile": "explicit"});
    api.post("/environments", &body).await.fine();
    let mut client = RawClient::http(&url, ServerEra::Legacy).await;
    let served = client.offered().await;
    assert_eq!(served["s_hello"]["annotations"]["destructiveHint"], true);
    let twice = api.post("/environments", &body).await.refused(409);
    assert!(twice.contains("`staging`"), "{twice}");

    candor.fine(&["environment", "create", "by-hand"]);
    until("the endpoint made on the command line", async || {
        let answer = post(&candor.at("/mcp@by-hand"), HELLO, &[]).await;
        (answer.status() == 200).then_some(())
    })
    .await;
    candor.fine(&["environment", "delete", "by-hand", "--yes"]);
    until("the end of the endpoint", async || {
        let answer = post(&candor.at("/mcp@by-hand"), HELLO, &[]).await;
        (answer.status() == 404).then_some(())
    })
    .await;

    let etag = api
        .get("/environments/staging")
        .await
        .etag()
        .expect("a tag");
    let gone = api
        .send(
            reqwest::Method::DELETE,
            "/environments/staging",
            None,
            &[("if-match", &etag)],
        )
        .await;
    gone.fine();
    let answer = client.request("tools/list", "{}").await;
    assert!(
        answer
            .response
            .contains("there is no environment `staging`"),
        "{}",
        answer.response
    );
    let kept = api.get("/environments/declared").await;
    let refused = api
        .send(
            reqwest::Method::DELETE,
            "/environments/declared",
            None,
            &[("if-match", "*")],
        )
        .await
        .refused(409);
    assert!(
        refused.contains("candor.toml"),
        "{refused}, though {kept:?}"
    );
}
