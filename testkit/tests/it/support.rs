//! Clients of the crudest kind: JSON text over HTTP, and lines to and from a child process.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// Long enough for a loaded machine; a test that reaches it has failed.
pub(crate) const LIMIT: Duration = candor_testkit::PATIENCE;

/// A client over Streamable HTTP.
pub(crate) struct RawHttpClient {
    pub(crate) client: reqwest::Client,
    pub(crate) url: String,
    session: Option<String>,
}

/// A response whose events are read one by one.
pub(crate) struct RawEventReader {
    response: std::pin::Pin<Box<dyn futures_util::Stream<Item = Vec<u8>> + Send>>,
    buffer: String,
}

/// A server as a child process; it is killed when dropped.
pub(crate) struct RawStdioServer {
    pub(crate) child: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
}

/// The `_meta` that a modern request needs.
pub(crate) fn meta(capabilities: &Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

pub(crate) fn request(id: i64, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// A modern request without client capabilities.
pub(crate) fn modern(id: i64, method: &str, mut params: Value) -> Value {
    params["_meta"] = meta(&json!({}));
    request(id, method, &params)
}

pub(crate) fn initialize(revision: &str, capabilities: &Value) -> Value {
    let client = json!({"name": "test", "version": "1"});
    let params =
        json!({"protocolVersion": revision, "capabilities": capabilities, "clientInfo": client});
    request(0, "initialize", &params)
}

/// The messages of a body, be it JSON or a finished stream of events.
pub(crate) fn messages(body: &str) -> Vec<Value> {
    if body.trim_start().starts_with(['{', '[']) {
        return vec![serde_json::from_str(body).unwrap()];
    }
    body.lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .filter_map(|data| serde_json::from_str(data).ok())
        .collect()
}

/// The first text of a tool result.
pub(crate) fn text(message: &Value) -> &str {
    message["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text: {message}"))
}

// === impl RawHttpClient ===

impl RawHttpClient {
    pub(crate) fn new(url: &str) -> Self {
        let client = reqwest::Client::builder().timeout(LIMIT).build().unwrap();
        Self {
            client,
            url: url.to_owned(),
            session: None,
        }
    }

    /// A client that has shaken hands; the second value is the result of `initialize`.
    pub(crate) async fn legacy(url: &str, revision: &str, capabilities: &Value) -> (Self, Value) {
        let mut client = Self::new(url);
        let response = client.sent(&initialize(revision, capabilities)).await;
        let id = response.headers()["mcp-session-id"]
            .to_str()
            .unwrap()
            .to_owned();
        let answer = messages(&response.text().await.unwrap()).remove(0);
        client.session = Some(id);
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let accepted = client.sent(&initialized).await;
        assert_eq!(accepted.status(), 202);
        (client, answer["result"].clone())
    }

    pub(crate) fn post(&self, body: &Value) -> reqwest::RequestBuilder {
        let builder = self
            .client
            .post(&self.url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(body.to_string());
        self.with_session(builder)
    }

    pub(crate) fn with_session(&self, builder: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        match &self.session {
            Some(id) => builder.header("mcp-session-id", id),
            None => builder,
        }
    }

    /// A modern request with the headers that go with it.
    pub(crate) fn post_modern(&self, body: &Value) -> reqwest::RequestBuilder {
        let mut builder = self
            .post(body)
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", body["method"].as_str().unwrap());
        let name = body["params"]["name"]
            .as_str()
            .or(body["params"]["uri"].as_str());
        if let Some(name) = name {
            builder = builder.header("mcp-name", name);
        }
        builder
    }

    /// Posts a body; what came back.
    pub(crate) async fn sent(&self, body: &Value) -> reqwest::Response {
        self.post(body).send().await.unwrap()
    }

    /// Sends a request; the first message of the answer.
    pub(crate) async fn ask(&self, id: i64, method: &str, params: &Value) -> Value {
        self.exchange(&request(id, method, params)).await.remove(0)
    }

    /// The same in the modern era, with the status; the last message.
    pub(crate) async fn ask_modern(&self, id: i64, method: &str, params: Value) -> (u16, Value) {
        self.exchange_modern(&modern(id, method, params)).await
    }

    /// Sends a request and returns all messages of the answer, the answer last.
    pub(crate) async fn exchange(&self, body: &Value) -> Vec<Value> {
        messages(&self.sent(body).await.text().await.unwrap())
    }

    pub(crate) async fn exchange_modern(&self, body: &Value) -> (u16, Value) {
        let response = self.post_modern(body).send().await.unwrap();
        let status = response.status().as_u16();
        let mut messages = messages(&response.text().await.unwrap());
        (status, messages.pop().unwrap())
    }
}

// === impl RawEventReader ===

impl RawEventReader {
    pub(crate) fn new(response: reqwest::Response) -> Self {
        let stream = response.bytes_stream().map(|part| part.unwrap().to_vec());
        Self {
            response: Box::pin(stream),
            buffer: String::new(),
        }
    }

    /// The next event's kind and data; comments are passed over.
    pub(crate) async fn next(&mut self) -> Option<(String, String)> {
        loop {
            if let Some((event, rest)) = self.buffer.split_once("\n\n") {
                let field = |name: &str| {
                    let found = event.lines().find_map(|line| line.strip_prefix(name));
                    found.map(|value| value.trim_start().to_owned())
                };
                let (kind, data) = (field("event:"), field("data:"));
                self.buffer = rest.to_string();
                if let Some(data) = data {
                    return Some((kind.unwrap_or_default(), data));
                }
                continue;
            }
            let part = tokio::time::timeout(LIMIT, self.response.next())
                .await
                .unwrap()?;
            self.buffer.push_str(std::str::from_utf8(&part).unwrap());
        }
    }

    /// The next message.
    pub(crate) async fn message(&mut self) -> Value {
        let (kind, data) = self.next().await.expect("the stream goes on");
        assert_eq!(kind, "message");
        serde_json::from_str(&data).unwrap()
    }
}

// === impl RawStdioServer ===

impl RawStdioServer {
    pub(crate) fn start<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Self {
        let mut child = Command::new(Path::new(env!("CARGO_BIN_EXE_candor-fixture")))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Self {
            input: child.stdin.take(),
            output,
            child,
        }
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await.unwrap();
    }

    pub(crate) async fn send_text(&mut self, text: &str) -> std::io::Result<()> {
        let input = self.input.as_mut().unwrap();
        input.write_all(text.as_bytes()).await?;
        input.write_all(b"\n").await?;
        input.flush().await
    }

    /// The next line, or `None` when the server has ended.
    pub(crate) async fn line(&mut self) -> Option<String> {
        tokio::time::timeout(LIMIT, self.output.next_line())
            .await
            .unwrap()
            .unwrap()
    }

    pub(crate) async fn message(&mut self) -> Value {
        let line = self.line().await.expect("the server goes on");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    pub(crate) async fn exchange(&mut self, message: &Value) -> Value {
        self.send(message).await;
        self.message().await
    }

    /// Sends a request; the next message.
    pub(crate) async fn ask(&mut self, id: i64, method: &str, params: &Value) -> Value {
        self.exchange(&request(id, method, params)).await
    }

    pub(crate) async fn handshake(&mut self, revision: &str, capabilities: &Value) -> Value {
        self.exchange(&initialize(revision, capabilities)).await
    }

    /// Closes the input and returns the exit code.
    pub(crate) async fn finish(&mut self) -> Option<i32> {
        self.input = None;
        tokio::time::timeout(LIMIT, self.child.wait())
            .await
            .unwrap()
            .unwrap()
            .code()
    }
}
