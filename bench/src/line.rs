//! One client on one connection, which asks one thing after the other.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HOST};
use http::uri::Authority;
use http::{Method, Request, Uri};
use http_body_util::Full;
use serde_json::{Value, json};

use crate::era::Era;
use crate::load::connection::Connection;

/// See the module.
#[derive(Debug)]
pub(crate) struct Line {
    connection: Connection,
    authority: Authority,
    path: String,
    next_id: u64,
}

/// A list that came.
#[derive(Debug)]
pub(crate) struct List {
    pub(crate) tools: Vec<Value>,
    pub(crate) took: Duration,
    pub(crate) bytes: usize,
}

// === impl Line ===

impl Line {
    /// Connects to a path on the host of a URL.
    pub(crate) async fn open(url: &Uri, path: &str) -> Result<Self> {
        let authority = url.authority().cloned();
        let authority = authority.with_context(|| format!("`{url}` names no host"))?;
        Ok(Self {
            connection: Connection::open(&authority).await?,
            authority,
            path: path.to_owned(),
            next_id: 1,
        })
    }

    /// Asks for the tools. The time is that of the exchange alone; reading comes after it.
    pub(crate) async fn list(&mut self) -> Result<List> {
        let (took, mut result) = self.ask("tools/list", json!({})).await?;
        let bytes = self.connection.body.len();
        match result["tools"].take() {
            Value::Array(tools) => Ok(List { tools, took, bytes }),
            _ => bail!("`tools/list` was answered without tools"),
        }
    }

    /// Calls a tool, which must not fail; gives its structured result.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Result<(Duration, Value)> {
        let params = json!({"name": tool, "arguments": arguments});
        let (elapsed, mut result) = self.ask("tools/call", params).await?;
        ensure!(result["isError"] != true, "`{tool}` failed: {result}");
        Ok((elapsed, result["structuredContent"].take()))
    }

    /// Adds a note that counts everywhere, through the API.
    pub(crate) async fn note(&mut self, about: &str, name: &str) -> Result<Duration> {
        let note = json!({"name": name, "note": "Ask who keeps the stock before you count it."});
        let body = serde_json::to_vec(&json!({"tool": about, "notes": [note]}))?;
        let request = Request::builder()
            .method(Method::POST)
            .uri("/api/v1/notes")
            .header(HOST, self.authority.as_str())
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(body)))?;
        let started = Instant::now();
        let parts = self.connection.exchange(request).await?;
        let took = started.elapsed();
        ensure!(
            parts.status.is_success(),
            "a note was answered with {}: {}",
            parts.status,
            String::from_utf8_lossy(&self.connection.body)
        );
        Ok(took)
    }

    async fn ask(&mut self, method: &str, mut params: Value) -> Result<(Duration, Value)> {
        let id = self.next_id;
        self.next_id += 1;
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": Era::Modern.version(),
            "io.modelcontextprotocol/clientInfo":
                {"name": "candor-bench", "version": env!("CARGO_PKG_VERSION")},
            "io.modelcontextprotocol/clientCapabilities": {}
        });
        let mut request = Request::builder()
            .method(Method::POST)
            .uri(&self.path)
            .header(HOST, self.authority.as_str())
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
            .header("mcp-protocol-version", Era::Modern.version())
            .header("mcp-method", method);
        if let Some(name) = params["name"].as_str() {
            request = request.header("mcp-name", name);
        }
        let body = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let body: Full<Bytes> = Full::new(serde_json::to_vec(&body)?.into());
        let request = request.body(body)?;
        let started = Instant::now();
        let parts = self.connection.exchange(request).await?;
        let took = started.elapsed();
        let body = &self.connection.body;
        let said = || String::from_utf8_lossy(&body[..body.len().min(500)]).into_owned();
        ensure!(
            parts.status.is_success(),
            "`{method}` at `{}` was answered with {}: {}",
            self.path,
            parts.status,
            said()
        );
        let mut answer: Value = serde_json::from_slice(message(body))
            .with_context(|| format!("`{method}` was not answered with JSON: {}", said()))?;
        ensure!(answer["id"] == id, "the answer is another's: {}", said());
        match answer["result"].take() {
            Value::Null => bail!("`{method}` was answered without a result: {}", said()),
            result => Ok((took, result)),
        }
    }
}

/// The message in a body. An answer that takes a while comes as the last event of a stream.
fn message(body: &[u8]) -> &[u8] {
    let lines = body.rsplit(|byte| *byte == b'\n');
    let mut data = lines.filter_map(|line| line.strip_prefix(b"data:"));
    data.next().unwrap_or(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_comes_alone_or_as_an_event() {
        for body in ["{}", "data: {}\n\n", ": wait\n\ndata:{}\n\n"] {
            assert_eq!(message(body.as_bytes()).trim_ascii(), b"{}", "{body}");
        }
    }
}
