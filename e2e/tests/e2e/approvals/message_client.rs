//! A client of either era that sends whatever it likes and reads whatever comes, message by
//! message. Those of the crate keep to the protocol; an attacker does not.

use reqwest::Response;
use serde_json::{Value, json};

use super::guarded::{HttpAnswer, PATIENCE, fetch, pool};

/// What a client says that it can do.
pub(super) const FORM: &str = r#"{"elicitation":{"form":{}}}"#;
pub(super) const BOTH: &str = r#"{"elicitation":{"form":{},"url":{}}}"#;
pub(super) const NOTHING: &str = "{}";

/// A person who agrees, or a program that says so.
pub(super) fn yes() -> Value {
    json!({"action": "accept", "content": {"decision": "allow once"}})
}

/// A client that need not keep to the protocol.
#[derive(Clone, Debug)]
pub(super) struct MessageClient {
    pub(super) pool: reqwest::Client,
    pub(super) url: String,
    pub(super) session: Option<String>,
    capabilities: Value,
    info: Value,
    revision: &'static str,
}

/// What comes back for one request, message by message.
#[derive(Debug)]
pub(super) struct MessageStream {
    pub(super) status: u16,
    response: Response,
    buffer: Vec<u8>,
    stream: bool,
}

// === impl MessageClient ===

impl MessageClient {
    /// A client that says everything with every request.
    pub(super) fn modern(url: &str, token: Option<&str>, capabilities: &str) -> Self {
        Self::new(url, token, capabilities, "2026-07-28")
    }

    /// A client that shakes hands first.
    pub(super) async fn legacy(url: &str, token: Option<&str>, capabilities: &str) -> Self {
        Self::legacy_at(url, token, capabilities, "2025-11-25").await
    }

    /// The same at a certain revision.
    pub(super) async fn legacy_at(
        url: &str,
        token: Option<&str>,
        capabilities: &str,
        revision: &'static str,
    ) -> Self {
        Self::new(url, token, capabilities, revision).greet().await
    }

    /// A client of either era that calls itself something.
    pub(super) fn named(mut self, name: &str) -> Self {
        self.info = json!({"name": name, "version": "1"});
        self
    }

    pub(super) fn new(
        url: &str,
        token: Option<&str>,
        capabilities: &str,
        revision: &'static str,
    ) -> Self {
        Self {
            pool: pool(token),
            url: url.to_owned(),
            session: None,
            capabilities: serde_json::from_str(capabilities).expect("JSON"),
            info: json!({"name": "wire", "version": "1"}),
            revision,
        }
    }

    /// Initializes a session.
    pub(super) async fn greet(mut self) -> Self {
        let params = json!({
            "protocolVersion": self.revision,
            "capabilities": self.capabilities,
            "clientInfo": self.info,
        });
        let hello = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
        let answer = self.send(&hello).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        self.session = Some(answer.header("mcp-session-id"));
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await;
        self
    }

    /// Begins a call of a tool; what comes of it is read from the line.
    pub(super) async fn call(&self, tool: &str, arguments: &Value) -> MessageStream {
        let params = json!({"name": tool, "arguments": arguments});
        self.call_with(params).await
    }

    /// The same with everything in the parameters.
    pub(super) async fn call_with(&self, params: Value) -> MessageStream {
        let message = json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params});
        let sent = tokio::time::timeout(PATIENCE, self.prepared(&message).send()).await;
        let response = sent.expect("in time").expect("an answer");
        let kind = response.headers().get("content-type");
        let kind = kind.map(|kind| kind.to_str().expect("text"));
        MessageStream {
            status: response.status().as_u16(),
            stream: kind.is_some_and(|kind| kind.starts_with("text/event-stream")),
            response,
            buffer: Vec::new(),
        }
    }

    /// Makes a call to its end, which must be the first thing that comes.
    pub(super) async fn reply(&self, params: Value) -> Value {
        let mut line = self.call_with(params).await;
        line.next().await.expect("an answer")
    }

    /// Sends a message and reads all that comes back.
    pub(super) async fn send(&self, message: &Value) -> HttpAnswer {
        fetch(self.prepared(message)).await
    }

    /// Answers a question of the gateway's under any id.
    pub(super) async fn answer(&self, id: &Value, result: &Value) -> HttpAnswer {
        let message = json!({"jsonrpc": "2.0", "id": id, "result": result});
        self.send(&message).await
    }

    fn prepared(&self, message: &Value) -> reqwest::RequestBuilder {
        let mut message = message.clone();
        let mut request = self
            .pool
            .post(&self.url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        if message["method"] != "initialize" {
            request = request.header("mcp-protocol-version", self.revision);
        }
        if let Some(session) = &self.session {
            request = request.header("mcp-session-id", session);
        }
        let method = message["method"].as_str().map(str::to_owned);
        if let (Some(method), "2026-07-28") = (method, self.revision) {
            request = request.header("mcp-method", &method);
            if let Some(name) = message["params"]["name"].as_str() {
                request = request.header("mcp-name", name);
            }
            message["params"]["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": self.revision,
                "io.modelcontextprotocol/clientInfo": self.info,
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            });
        }
        request.body(message.to_string())
    }
}

// === impl MessageStream ===

impl MessageStream {
    /// The next message; none after the last.
    pub(super) async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(message) = self.event() {
                return Some(message);
            }
            let chunk = tokio::time::timeout(PATIENCE, self.response.chunk()).await;
            let chunk = chunk.expect("a message in time").expect("a whole answer");
            let Some(chunk) = chunk else {
                let rest = std::mem::take(&mut self.buffer);
                let whole = !self.stream && !rest.is_empty();
                return whole.then(|| serde_json::from_slice(&rest).expect("JSON"));
            };
            self.buffer.extend_from_slice(&chunk);
        }
    }

    /// An event that has come whole and holds a message.
    fn event(&mut self) -> Option<Value> {
        while self.stream {
            let end = self.buffer.windows(2).position(|two| two == b"\n\n")?;
            let event: Vec<u8> = self.buffer.drain(..end + 2).collect();
            let event = String::from_utf8(event).expect("text");
            let data = event.lines().filter_map(|line| line.strip_prefix("data:"));
            let data: String = data.collect();
            if !data.trim().is_empty() {
                return Some(serde_json::from_str(&data).expect("JSON"));
            }
        }
        None
    }

    /// The next message that is not a notification.
    pub(super) async fn said(&mut self) -> Value {
        loop {
            let message = self.next().await.expect("more to come");
            if message.get("id").is_some() {
                return message;
            }
        }
    }

    /// The answer to the call, whatever is asked or told before.
    pub(super) async fn end(&mut self) -> Value {
        loop {
            let message = self.said().await;
            if message.get("method").is_none() {
                return message;
            }
        }
    }
}

/// The text of a result that says that the tool was not called.
pub(super) fn refusal(message: &Value) -> &str {
    assert_eq!(message["result"]["isError"], true, "{message}");
    let text = &message["result"]["content"][0]["text"];
    text.as_str().expect("a sentence")
}

/// Whether the tool was called, by its answer.
pub(super) fn is_done(message: &Value) -> bool {
    message["result"]["content"][0]["text"] == "done"
}
