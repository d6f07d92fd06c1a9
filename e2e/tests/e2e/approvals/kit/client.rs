//! A client of any revision over either transport, whose calls stay open while others do things.

use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

use futures_util::future::join_all;
use reqwest::Response;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Mutex;
use tokio::sync::mpsc::{self, UnboundedSender};

use super::MODERN;
use super::pending::{AnsweredRequest, MessageInbox, PendingRequest};

/// A connected client.
pub(crate) struct ConcurrentClient {
    revision: &'static str,
    capabilities: Value,
    link: ConcurrentTransport,
    next_id: u64,
}

enum ConcurrentTransport {
    Http(ConcurrentHttp),
    Stdio(ConcurrentStdio),
}

#[derive(Clone)]
struct ConcurrentHttp {
    pool: reqwest::Client,
    url: String,
    session: Option<String>,
    token: Option<String>,
}

struct ConcurrentStdio {
    _child: Child,
    input: ChildStdin,
    inbox: MessageInbox,
}

/// A call whose client has been asked.
pub(crate) struct AskedCall {
    /// Where a client is asked on the line: the call, and the question as it came.
    pub(crate) flight: Option<(PendingRequest, Value)>,
    /// Where it comes back: the state that it brings along.
    pub(crate) state: Value,
    /// The parameters of the question.
    pub(crate) params: Value,
    tool: String,
    arguments: Value,
}

// === impl ConcurrentClient ===

impl ConcurrentClient {
    /// A client at an endpoint; with a token, if there is one.
    pub(crate) async fn http(
        url: &str,
        revision: &'static str,
        capabilities: &Value,
        token: Option<&str>,
    ) -> Self {
        let link = ConcurrentTransport::Http(ConcurrentHttp {
            pool: reqwest::Client::new(),
            url: url.to_owned(),
            session: None,
            token: token.map(str::to_owned),
        });
        Self::greet(link, revision, capabilities).await
    }

    /// A client with a gateway of its own, on the data of the one that is served there.
    pub(crate) async fn stdio(folder: &Path, revision: &'static str, capabilities: &Value) -> Self {
        let mut command = Command::from(candor_testkit::candor::command(folder));
        let log = std::fs::File::create(folder.join("stdio-log")).expect("a log");
        let mut child = command
            .args(["stdio", "--standalone", "--data", "data"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .expect("a process");
        let input = child.stdin.take().expect("an input");
        let output = child.stdout.take().expect("an output");
        let (sender, inbox) = mpsc::unbounded_channel();
        tokio::spawn(lines(output, sender));
        let link = ConcurrentTransport::Stdio(ConcurrentStdio {
            _child: child,
            input,
            inbox: Arc::new(Mutex::new(inbox)),
        });
        Self::greet(link, revision, capabilities).await
    }

    async fn greet(
        link: ConcurrentTransport,
        revision: &'static str,
        capabilities: &Value,
    ) -> Self {
        let mut wire = Self {
            revision,
            capabilities: capabilities.clone(),
            link,
            next_id: 1,
        };
        if revision != MODERN {
            let hello = json!({
                "protocolVersion": revision,
                "capabilities": capabilities,
                "clientInfo": {"name": "approvals", "version": "1"},
            });
            let done = wire.send("initialize", hello).await.done().await;
            assert_eq!(done.result()["protocolVersion"], revision);
            let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            wire.post(&ready).await;
        }
        wire
    }

    /// Calls a tool.
    pub(crate) async fn call(&mut self, tool: &str, arguments: &Value) -> PendingRequest {
        self.call_with(tool, arguments, &json!({})).await
    }

    /// Calls a tool with further parameters.
    pub(crate) async fn call_with(
        &mut self,
        tool: &str,
        arguments: &Value,
        more: &Value,
    ) -> PendingRequest {
        let mut params = more.clone();
        params["name"] = tool.into();
        params["arguments"] = arguments.clone();
        self.send("tools/call", params).await
    }

    /// Calls a tool with further parameters, and waits for what comes of it.
    pub(crate) async fn called_with(
        &mut self,
        tool: &str,
        arguments: &Value,
        more: &Value,
    ) -> AnsweredRequest {
        self.call_with(tool, arguments, more).await.done().await
    }

    /// Calls a tool, and waits for what comes of it.
    pub(crate) async fn called(&mut self, tool: &str, arguments: &Value) -> AnsweredRequest {
        self.call(tool, arguments).await.done().await
    }

    /// Calls a tool that needs an approval, until the client is asked for it.
    pub(crate) async fn asked(&mut self, tool: &str, arguments: &Value) -> AskedCall {
        let mut flight = self.call(tool, arguments).await;
        let (flight, state, params) = if self.revision == MODERN {
            let done = flight.done().await;
            let result = done.result();
            assert_eq!(result["resultType"], "input_required", "{result}");
            let question = &result["inputRequests"]["approval"];
            assert_eq!(question["method"], "elicitation/create", "{result}");
            (
                None,
                result["requestState"].clone(),
                question["params"].clone(),
            )
        } else {
            let question = flight.question().await;
            assert_eq!(question["method"], "elicitation/create", "{question}");
            let params = question["params"].clone();
            (Some((flight, question)), Value::Null, params)
        };
        AskedCall {
            flight,
            state,
            params,
            tool: tool.to_owned(),
            arguments: arguments.clone(),
        }
    }

    /// Makes a call: whether the client was asked. If so, it declines.
    pub(crate) async fn is_asked(&mut self, tool: &str, arguments: &Value) -> bool {
        let decline = json!({"action": "decline"});
        let mut flight = self.call(tool, arguments).await;
        let next = flight.next().await;
        if next["method"] == "elicitation/create" {
            self.respond(&next, &decline).await;
            flight.done().await.refused();
            return true;
        }
        let result = &next["result"];
        if result["resultType"] == "input_required" {
            let state = &result["requestState"];
            let more = json!({"requestState": state, "inputResponses": {"approval": decline}});
            let flight = self.call_with(tool, arguments, &more).await;
            flight.done().await.refused();
            return true;
        }
        assert_ne!(result["isError"], true, "{next}");
        false
    }

    /// Answers, and waits for what comes of the call.
    pub(crate) async fn say(&mut self, asked: AskedCall, answer: &Value) -> AnsweredRequest {
        if let Some((flight, question)) = asked.flight {
            self.respond(&question, answer).await;
            return flight.done().await;
        }
        let more = asked.back(answer);
        let flight = self.call_with(&asked.tool, &asked.arguments, &more).await;
        flight.done().await
    }

    /// Answers a question on the line.
    pub(crate) async fn respond(&mut self, question: &Value, result: &Value) {
        let reply = json!({"jsonrpc": "2.0", "id": question["id"], "result": result});
        self.post(&reply).await;
    }

    /// Answers many questions at once.
    pub(crate) async fn respond_all(&mut self, answers: &[(&Value, Value)]) {
        let ConcurrentTransport::Http(http) = &self.link else {
            panic!("a process reads one line after the other");
        };
        let headers = self.headers(&Value::Null);
        let posts = answers.iter().map(async |(question, result)| {
            let reply = json!({"jsonrpc": "2.0", "id": question["id"], "result": result});
            let response = http.post(&reply, &headers).await;
            assert!(response.status().is_success(), "{}", response.status());
        });
        join_all(posts).await;
    }

    /// Sends any request.
    pub(crate) async fn send(&mut self, method: &str, mut params: Value) -> PendingRequest {
        let id = self.next_id;
        self.next_id += 1;
        if self.revision == MODERN {
            let meta = &mut params["_meta"];
            meta["io.modelcontextprotocol/protocolVersion"] = MODERN.into();
            meta["io.modelcontextprotocol/clientInfo"] =
                json!({"name": "approvals", "version": "1"});
            meta["io.modelcontextprotocol/clientCapabilities"] = self.capabilities.clone();
        }
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let headers = self.headers(&message);
        let (inbox, hang_up) = match &mut self.link {
            ConcurrentTransport::Http(http) if method == "initialize" => {
                // The session is known when the answer begins.
                let response = http.post(&message, &headers).await;
                let session = response.headers().get("mcp-session-id");
                http.session = session.map(|id| id.to_str().expect("text").to_owned());
                let (sender, inbox) = mpsc::unbounded_channel();
                read(response, &sender).await;
                (Arc::new(Mutex::new(inbox)), None)
            }
            ConcurrentTransport::Http(http) => {
                let (sender, inbox) = mpsc::unbounded_channel();
                let http = http.clone();
                let reading = tokio::spawn(async move {
                    let response = http.post(&message, &headers).await;
                    read(response, &sender).await;
                });
                (Arc::new(Mutex::new(inbox)), Some(reading.abort_handle()))
            }
            ConcurrentTransport::Stdio(pipes) => {
                pipes.write(&message).await;
                (Arc::clone(&pipes.inbox), None)
            }
        };
        PendingRequest {
            inbox,
            id,
            hang_up,
            heard: Vec::new(),
        }
    }

    /// Sends what gets no answer.
    pub(crate) async fn post(&mut self, message: &Value) {
        let headers = self.headers(message);
        match &mut self.link {
            ConcurrentTransport::Http(http) => {
                let response = http.post(message, &headers).await;
                assert!(response.status().is_success(), "{}", response.status());
            }
            ConcurrentTransport::Stdio(pipes) => pipes.write(message).await,
        }
    }

    /// Ends the session, as a client does that goes.
    pub(crate) async fn end_session(&self) {
        let ConcurrentTransport::Http(http) = &self.link else {
            panic!("a process has no session to end");
        };
        let session = http.session.as_deref().expect("a session");
        let ended = http.pool.delete(&http.url);
        let ended = ended
            .header("mcp-session-id", session)
            .header("mcp-protocol-version", self.revision);
        let status = ended.send().await.expect("an answer").status();
        assert!(status.is_success(), "{status}");
    }

    fn headers(&self, message: &Value) -> Vec<(&'static str, String)> {
        let method = message["method"].as_str().unwrap_or_default();
        let mut headers = Vec::new();
        if method != "initialize" {
            headers.push(("mcp-protocol-version", self.revision.to_owned()));
        }
        if self.revision == MODERN {
            headers.push(("mcp-method", method.to_owned()));
            if let Some(name) = message["params"]["name"].as_str() {
                headers.push(("mcp-name", name.to_owned()));
            }
            if let Some(id) = message["params"]["taskId"].as_str() {
                headers.push(("mcp-name", id.to_owned()));
            }
        }
        headers
    }
}

// === impl AskedCall ===

impl AskedCall {
    /// What a client that comes back brings along.
    pub(crate) fn back(&self, answer: &Value) -> Value {
        json!({"requestState": self.state, "inputResponses": {"approval": answer}})
    }

    /// What the person is shown.
    pub(crate) fn shown(&self) -> &str {
        self.params["message"].as_str().expect("words")
    }
}

// === impl ConcurrentHttp ===

impl ConcurrentHttp {
    async fn post(&self, message: &Value, headers: &[(&'static str, String)]) -> Response {
        let mut request = self
            .pool
            .post(&self.url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        if let Some(session) = &self.session {
            request = request.header("mcp-session-id", session);
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        request
            .body(message.to_string())
            .send()
            .await
            .expect("an answer")
    }
}

// === impl ConcurrentStdio ===

impl ConcurrentStdio {
    async fn write(&mut self, message: &Value) {
        let line = format!("{message}\n");
        let written = self.input.write_all(line.as_bytes()).await;
        written.expect("somebody who reads");
        self.input.flush().await.expect("somebody who reads");
    }
}

/// Reads a response: one message, or a stream of them.
async fn read(mut response: Response, sender: &UnboundedSender<Value>) {
    let kind = response.headers().get("content-type");
    let streams = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    let mut text = String::new();
    // A gateway that dies breaks the stream; a reader learns that it has ended.
    while let Ok(Some(chunk)) = response.chunk().await {
        text.push_str(std::str::from_utf8(&chunk).expect("whole characters"));
        while let Some((event, rest)) = text.split_once("\n\n").filter(|_| streams) {
            let data = event.lines().find_map(|line| line.strip_prefix("data:"));
            if let Some(data) = data.map(str::trim).filter(|data| !data.is_empty()) {
                // The test may have gone on.
                let _ = sender.send(serde_json::from_str(data).expect("JSON"));
            }
            text = rest.to_owned();
        }
    }
    if !streams && !text.is_empty() {
        let _ = sender.send(serde_json::from_str(&text).expect("JSON"));
    }
}

/// Reads what a process writes.
async fn lines(output: ChildStdout, sender: UnboundedSender<Value>) {
    let mut lines = BufReader::new(output).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let message = serde_json::from_str(&line).expect("JSON");
        if sender.send(message).is_err() {
            return;
        }
    }
}
