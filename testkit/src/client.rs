//! A raw JSON client of either era over either transport.

mod http;
mod stdio;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::Path;

use serde_json::Value;

use crate::ServerEra;
use crate::text::member;

/// The gateway's own tools, which it serves beside those of its sources.
pub const MANAGEMENT: [&str; 12] = [
    "list-available-tools",
    "build-toolset",
    "list-saved-toolsets",
    "equip-toolset",
    "delete-toolset",
    "unequip-toolset",
    "get-active-toolset",
    "add-tool-annotation",
    "search-tools",
    "describe-tool",
    "call-read-only-tool",
    "call-tool",
];

/// Everything received for one request.
#[derive(Debug)]
pub struct RawReply {
    /// The response, as text.
    pub response: String,
    /// The notifications before it.
    pub notifications: Vec<String>,
}

/// A connected client.
#[derive(Debug)]
pub struct RawClient {
    era: ServerEra,
    link: RawTransport,
    next_id: u64,
    /// The legacy session's revision.
    revision: &'static str,
    /// Its capabilities, as JSON.
    capabilities: String,
}

#[derive(Debug)]
enum RawTransport {
    Http(Box<http::HttpTransport>),
    Stdio(Box<stdio::StdioTransport>),
}

// === impl RawReply ===

impl RawReply {
    /// The text of the result.
    pub fn result(&self) -> String {
        member(&self.response, "result").unwrap_or_else(|| panic!("no result: {}", self.response))
    }

    /// The text of the error.
    pub fn error(&self) -> Value {
        let error = member(&self.response, "error");
        let error = error.unwrap_or_else(|| panic!("no error: {}", self.response));
        serde_json::from_str(&error).unwrap()
    }

    /// The result, parsed.
    pub fn value(&self) -> Value {
        serde_json::from_str(&self.result()).unwrap()
    }

    /// The text of the result's first content.
    pub fn words(&self) -> String {
        self.value()["content"][0]["text"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Expects a part in this text.
    #[track_caller]
    pub fn says(&self, part: &str) {
        assert!(self.words().contains(part), "{}", self.response);
    }

    /// The same for a named row of a table.
    #[track_caller]
    pub fn says_for(&self, row: &dyn Debug, part: &str) {
        assert!(self.words().contains(part), "{row:?}: {}", self.response);
    }
}

/// All texts of a result.
pub fn texts(result: &Value) -> String {
    let content = result["content"].as_array().unwrap().iter();
    let texts: Vec<&str> = content.filter_map(|part| part["text"].as_str()).collect();
    texts.join("\n")
}

// === impl RawClient ===

impl RawClient {
    /// Connects over HTTP; a legacy client shakes hands.
    pub async fn http(url: &str, era: ServerEra) -> Self {
        Self::http_at(url, era, "2025-11-25", "{}").await
    }

    /// The same with a shared connection pool.
    pub async fn http_pooled(url: &str, era: ServerEra, pool: reqwest::Client) -> Self {
        let link = RawTransport::Http(Box::new(http::HttpTransport::pooled(url, pool)));
        Self::greet(link, era, "2025-11-25", "{}").await
    }

    /// The same for a legacy client with this revision.
    pub async fn legacy_pooled(url: &str, revision: &'static str, pool: reqwest::Client) -> Self {
        let link = RawTransport::Http(Box::new(http::HttpTransport::pooled(url, pool)));
        Self::greet(link, ServerEra::Legacy, revision, "{}").await
    }

    /// The same with this revision and these capabilities.
    pub async fn http_at(
        url: &str,
        era: ServerEra,
        revision: &'static str,
        capabilities: &str,
    ) -> Self {
        let link = RawTransport::Http(Box::new(http::HttpTransport::new(url)));
        Self::greet(link, era, revision, capabilities).await
    }

    /// Starts `candor stdio` in a folder that has a `candor.toml`.
    pub async fn stdio(folder: &Path, era: ServerEra) -> Self {
        let link = RawTransport::Stdio(Box::new(stdio::StdioTransport::start(folder)));
        Self::greet(link, era, "2025-11-25", "{}").await
    }

    async fn greet(
        link: RawTransport,
        era: ServerEra,
        revision: &'static str,
        capabilities: &str,
    ) -> Self {
        let capabilities = capabilities.to_owned();
        let mut client = Self {
            era,
            link,
            next_id: 1,
            revision,
            capabilities,
        };
        if era == ServerEra::Legacy {
            let params = format!(
                r#"{{"protocolVersion":"{revision}","capabilities":{},"clientInfo":{{"name":"e2e","version":"1"}}}}"#,
                client.capabilities
            );
            client.request("initialize", &params).await.result();
            client.notify("notifications/initialized", "{}").await;
        }
        client
    }

    /// Calls a tool.
    pub async fn call(&mut self, tool: &str, arguments: &str) -> RawReply {
        let name = Value::from(tool);
        self.request(
            "tools/call",
            &format!(r#"{{"name":{name},"arguments":{arguments}}}"#),
        )
        .await
    }

    /// The tools, each as text.
    pub async fn tools(&mut self) -> Vec<String> {
        let mut tools = self.all_tools().await;
        tools.retain(|tool| {
            let name = member(tool, "name").unwrap_or_default();
            !MANAGEMENT.contains(&name.trim_matches('"'))
        });
        tools
    }

    /// Every tool, the gateway's own included.
    pub async fn all_tools(&mut self) -> Vec<String> {
        let list = self.request("tools/list", "{}").await.result();
        crate::text::elements(&member(&list, "tools").unwrap())
    }

    /// The tools of sources, by name.
    pub async fn offered(&mut self) -> BTreeMap<String, Value> {
        let named = |tool: &String| {
            let tool: Value = serde_json::from_str(tool).unwrap();
            (tool["name"].as_str().unwrap().to_owned(), tool)
        };
        self.tools().await.iter().map(named).collect()
    }

    /// Sends a request and reads everything up to its response. `params` is the text of an object.
    pub async fn request(&mut self, method: &str, params: &str) -> RawReply {
        self.request_answering(method, params, &|question| panic!("asked: {question}"))
            .await
    }

    /// The same for a client that answers requests on the way (`result` as text).
    pub async fn request_answering(
        &mut self,
        method: &str,
        params: &str,
        answer: &(dyn Fn(&str) -> String + Sync),
    ) -> RawReply {
        let id = self.next_id;
        self.next_id += 1;
        let params = self.with_meta(params);
        let message =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
        match &mut self.link {
            RawTransport::Http(http) => {
                let headers = http::headers(self.era, self.revision, method, &params);
                http.request(message, headers, answer).await
            }
            RawTransport::Stdio(stdio) => stdio.request(id, &message, answer).await,
        }
    }

    /// Sends a notification.
    pub async fn notify(&mut self, method: &str, params: &str) {
        let params = self.with_meta(params);
        let message = format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#);
        match &mut self.link {
            RawTransport::Http(http) => {
                http.send(
                    message,
                    http::headers(self.era, self.revision, method, &params),
                )
                .await;
            }
            RawTransport::Stdio(stdio) => stdio.send(&message).await,
        }
    }

    /// Waits for a notification on the session's own stream.
    pub async fn heard(&mut self, method: &str) -> String {
        match &mut self.link {
            RawTransport::Http(http) => http.heard(self.revision, method).await,
            RawTransport::Stdio(stdio) => stdio.heard(method).await,
        }
    }

    /// Waits for a notification that the tools have changed.
    pub async fn list_changed(&mut self) {
        self.heard("notifications/tools/list_changed").await;
    }

    /// Opens the session's own stream, so that nothing is missed.
    pub async fn listen(&mut self) {
        if let RawTransport::Http(http) = &mut self.link {
            http.open_stream(self.revision).await;
        }
    }

    /// Opens a modern client's subscription stream with these filters, as JSON, replacing the
    /// previous one. [`RawClient::heard`] reads it.
    pub async fn subscribe(&mut self, notifications: &str) {
        const METHOD: &str = "subscriptions/listen";
        let id = self.next_id;
        self.next_id += 1;
        let params = self.with_meta(&format!(r#"{{"notifications":{notifications}}}"#));
        let message =
            format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{METHOD}","params":{params}}}"#);
        if let RawTransport::Http(http) = &mut self.link {
            let headers = http::headers(self.era, self.revision, METHOD, &params);
            http.subscribe(message, &headers).await;
        }
    }

    fn with_meta(&self, params: &str) -> String {
        if self.era == ServerEra::Legacy || params.contains("\"_meta\"") {
            return params.to_owned();
        }
        let meta = format!(
            r#""_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{{"name":"e2e","version":"1"}},"io.modelcontextprotocol/clientCapabilities":{}}}"#,
            self.capabilities
        );
        let inside = params.trim().strip_suffix('}').unwrap().trim_end();
        let comma = if inside.ends_with('{') { "" } else { "," };
        format!("{inside}{comma}{meta}}}")
    }
}
