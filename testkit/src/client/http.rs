//! Streamable HTTP without a library.

use reqwest::Response;

use super::RawReply;
use crate::text::member;
use crate::{PATIENCE, ServerEra};

#[derive(Debug)]
pub(super) struct HttpTransport {
    pool: reqwest::Client,
    url: String,
    session: Option<String>,
    stream: Option<EventReader>,
}

/// An event stream being read.
#[derive(Debug)]
struct EventReader {
    response: Response,
    buffer: String,
}

pub(super) type HeaderList = Vec<(&'static str, String)>;

/// The standard headers of a request.
pub(super) fn headers(era: ServerEra, revision: &str, method: &str, params: &str) -> HeaderList {
    let mut headers = Vec::new();
    if era == ServerEra::Legacy {
        if method != "initialize" {
            headers.push(("mcp-protocol-version", revision.to_owned()));
        }
        return headers;
    }
    headers.push(("mcp-protocol-version", "2026-07-28".to_owned()));
    headers.push(("mcp-method", method.to_owned()));
    let key = match method {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return headers,
    };
    if let Some(subject) = member(params, key) {
        headers.push(("mcp-name", serde_json::from_str(&subject).unwrap()));
    }
    headers
}

// === impl HttpTransport ===

impl HttpTransport {
    pub(super) fn new(url: &str) -> Self {
        Self::pooled(url, reqwest::Client::new())
    }

    pub(super) fn pooled(url: &str, pool: reqwest::Client) -> Self {
        Self {
            pool,
            url: url.to_owned(),
            session: None,
            stream: None,
        }
    }

    pub(super) async fn request(
        &mut self,
        message: String,
        headers: HeaderList,
        answer: &(dyn Fn(&str) -> String + Sync),
    ) -> RawReply {
        let response = self.post(message, &headers).await;
        if let Some(session) = response.headers().get("mcp-session-id") {
            self.session = Some(session.to_str().unwrap().to_owned());
        }
        let kind = response
            .headers()
            .get("content-type")
            .map(|kind| kind.to_str().unwrap().to_owned());
        if !kind.is_some_and(|kind| kind.starts_with("text/event-stream")) {
            let response = tokio::time::timeout(PATIENCE, response.text())
                .await
                .unwrap()
                .unwrap();
            return RawReply {
                response,
                notifications: Vec::new(),
            };
        }
        let mut events = EventReader {
            response,
            buffer: String::new(),
        };
        let mut notifications = Vec::new();
        loop {
            let message = events
                .next()
                .await
                .expect("a response before the stream ends");
            if member(&message, "method").is_none() {
                return RawReply {
                    response: message,
                    notifications,
                };
            }
            match member(&message, "id") {
                Some(id) => {
                    let result = answer(&message);
                    let reply = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
                    self.send(reply, headers.clone()).await;
                }
                None => notifications.push(message),
            }
        }
    }

    pub(super) async fn send(&self, message: String, headers: HeaderList) {
        let response = self.post(message, &headers).await;
        assert!(response.status().is_success(), "{}", response.status());
    }

    pub(super) async fn open_stream(&mut self, revision: &str) {
        let response = self
            .pool
            .get(&self.url)
            .header("accept", "text/event-stream")
            .header("mcp-protocol-version", revision)
            .header("mcp-session-id", self.session.as_ref().unwrap())
            .send()
            .await
            .unwrap();
        assert!(response.status().is_success(), "{}", response.status());
        self.stream = Some(EventReader {
            response,
            buffer: String::new(),
        });
    }

    pub(super) async fn subscribe(&mut self, message: String, headers: &HeaderList) {
        let response = self.post(message, headers).await;
        assert!(response.status().is_success(), "{}", response.status());
        self.stream = Some(EventReader {
            response,
            buffer: String::new(),
        });
    }

    pub(super) async fn heard(&mut self, revision: &str, method: &str) -> String {
        if self.stream.is_none() {
            self.open_stream(revision).await;
        }
        let events = self.stream.as_mut().unwrap();
        loop {
            let message = events.next().await.expect("the stream goes on");
            if member(&message, "method").is_some_and(|name| name.trim_matches('"') == method) {
                return message;
            }
        }
    }

    async fn post(&self, message: String, headers: &HeaderList) -> Response {
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
        let sent = request.body(message).send();
        tokio::time::timeout(PATIENCE, sent)
            .await
            .expect("an answer in time")
            .unwrap()
    }
}

// === impl EventReader ===

impl EventReader {
    /// The data of the next event that has any.
    async fn next(&mut self) -> Option<String> {
        loop {
            while let Some((event, _)) = self.buffer.split_once("\n\n") {
                let read = event.len() + 2;
                let data: Vec<_> = event
                    .lines()
                    .filter_map(|line| line.strip_prefix("data:"))
                    .collect();
                let data = data.join("\n").trim().to_owned();
                self.buffer.drain(..read);
                if !data.is_empty() {
                    return Some(data);
                }
            }
            let chunk = tokio::time::timeout(PATIENCE, self.response.chunk()).await;
            let chunk = chunk.expect("an event in time").ok()??;
            self.buffer
                .push_str(std::str::from_utf8(&chunk).expect("whole characters"));
        }
    }
}
