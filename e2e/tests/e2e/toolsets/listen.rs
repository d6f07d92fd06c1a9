//! Modern clients that listen at the endpoint of a toolset.

use candor_testkit::ServerEra;
use serde_json::{Value, json};

use super::gateway::{StageClient, StageTransport, ToolsetGateway};
use super::management_client::description;

/// An open `subscriptions/listen`.
struct ListenStream {
    response: reqwest::Response,
    text: String,
}

// === impl ListenStream ===

impl ListenStream {
    /// Listens for changes of the tools, from the acknowledgement on.
    async fn open(stage: &ToolsetGateway, path: &str) -> Self {
        let params = json!({
            "notifications": {"toolsListChanged": true},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "ear", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        });
        let body = json!({
            "jsonrpc": "2.0", "id": path, "method": "subscriptions/listen", "params": params,
        });
        let response = reqwest::Client::new()
            .post(stage.gateway().at(path))
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", "subscriptions/listen")
            .body(body.to_string())
            .send()
            .await
            .expect("a stream");
        assert_eq!(response.status(), 200, "{path}");
        let mut ear = Self {
            response,
            text: String::new(),
        };
        let first = ear.next().await.expect("an acknowledgement");
        let called = "notifications/subscriptions/acknowledged";
        assert_eq!(first["method"], called, "{first}");
        assert_eq!(
            first["params"]["notifications"],
            json!({"toolsListChanged": true})
        );
        ear
    }

    /// The next message; none after the last.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.text.find('\n') {
                let line: String = self.text.drain(..=end).collect();
                let message = line.strip_prefix("data:").map(str::trim);
                let message = message.filter(|text| !text.is_empty());
                let message = message.map(|text| serde_json::from_str(text).expect("JSON"));
                match message {
                    Some(message) => return Some(message),
                    None => continue,
                }
            }
            let chunk = tokio::time::timeout(super::PATIENCE, self.response.chunk());
            let chunk = chunk.await.expect("nothing comes").expect("a stream");
            self.text
                .push_str(std::str::from_utf8(&chunk?).expect("a text"));
        }
    }

    /// Waits until it is told that the tools have changed.
    async fn hears(&mut self, path: &str) {
        let message = self.next().await.expect("a message");
        assert_eq!(message["method"], "notifications/tools/list_changed");
        let about = &message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"];
        assert_eq!(about, path, "{message}");
    }
}

/// A note in a toolset is announced to clients that listen there, and is in the list by then.
#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_told_where_it_counts() {
    let stage =
        ToolsetGateway::open(StageClient(StageTransport::Http, ServerEra::Modern), "").await;
    for name in ["one", "two"] {
        stage.fine(&["toolset", "build", name, "vcs.log"]);
    }
    let mut clients = Vec::new();
    for path in ["/mcp/one", "/mcp/two"] {
        super::until(path, async || {
            let answer = reqwest::get(stage.gateway().at(path)).await;
            (answer.expect("an answer").status() != 404).then_some(())
        })
        .await;
        let mut client = stage.at(path).await;
        description(&mut client, "vcs_log").await;
        clients.push(client);
    }
    let mut one = ListenStream::open(&stage, "/mcp/one").await;
    let mut two = ListenStream::open(&stage, "/mcp/two").await;
    let add = ["note", "add", "vcs.log", "lines", "At most 20."];
    stage.fine(&[&add[..], &["--toolset", "one"]].concat());
    one.hears("/mcp/one").await;
    let shown = description(&mut clients[0], "vcs_log").await;
    assert!(shown.contains("**lines**: At most 20."), "{shown}");
    let shown = description(&mut clients[1], "vcs_log").await;
    assert!(!shown.contains("lines"), "{shown}");

    // A client that listens elsewhere hears of changes there, and of nothing else.
    let add = ["note", "add", "vcs.log", "branch", "Say which."];
    stage.fine(&[&add[..], &["--toolset", "two"]].concat());
    two.hears("/mcp/two").await;
    let (_, clean) = stage.stop();
    assert!(clean, "it ended well");
    for (ear, path) in [(&mut one, "/mcp/one"), (&mut two, "/mcp/two")] {
        let last = ear.next().await.expect("a farewell");
        assert_eq!(last["id"], path, "nothing else was told: {last}");
        assert_eq!(ear.next().await, None, "{path}");
    }
}
