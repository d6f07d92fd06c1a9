//! One client on one connection: it calls, and it asks the API.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HOST};
use http::request::Builder;
use http::uri::Authority;
use http::{Method, Request, Uri};
use http_body_util::Full;
use serde_json::{Value, json};

use crate::era::Era;
use crate::fixture::ECHO;
use crate::load::connection::Connection;
use crate::run::candor::SOURCE;

/// What clients call themselves whose calls wait on the line.
pub(super) const ON_THE_LINE: &str = "bench-on-the-line";

/// See the module.
#[derive(Debug)]
pub(crate) struct Caller {
    connection: Connection,
    authority: Authority,
}

// === impl Caller ===

impl Caller {
    pub(crate) async fn open(gateway: &Uri) -> Result<Self> {
        let authority = gateway.authority().cloned();
        let authority = authority.with_context(|| format!("`{gateway}` names no host"))?;
        Ok(Self {
            connection: Connection::open(&authority).await?,
            authority,
        })
    }

    /// Makes a call about which a person is asked first, as a client that comes back when they
    /// have answered. How long that took.
    pub(crate) async fn ask(&mut self, message: &str) -> Result<Duration> {
        let able = json!({"elicitation": {"form": {}}});
        let (took, result) = self.call(message, "bench", &able).await?;
        ensure!(
            result["resultType"] == "input_required",
            "nobody is asked: {result}"
        );
        Ok(took)
    }

    /// Makes such a call and waits until it is answered; gives the text that came.
    pub(super) async fn wait(&mut self, message: &str) -> Result<String> {
        let (_, result) = self.call(message, ON_THE_LINE, &json!({})).await?;
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        Ok(text.to_owned())
    }

    /// What `/api/v1` says at a path, and how long that took.
    pub(crate) async fn read(&mut self, path: &str) -> Result<(Duration, Value)> {
        let request = self.request(Method::GET, &format!("/api/v1{path}"));
        let request = request.body(Full::new(Bytes::new()))?;
        self.exchange(request).await
    }

    /// Decides about a call that waits; how long that took.
    pub(super) async fn decide(&mut self, id: &str, decision: &str) -> Result<Duration> {
        let path = format!("/api/v1/approvals/{id}/decision");
        let body = serde_json::to_vec(&json!({"decision": decision}))?;
        let request = self.request(Method::POST, &path);
        let request = request.header(CONTENT_TYPE, "application/json");
        let request = request.body(Full::new(body.into()))?;
        let (took, decided) = self.exchange(request).await?;
        ensure!(decided["id"] == id, "not what was decided: {decided}");
        Ok(took)
    }

    async fn call(&mut self, message: &str, name: &str, able: &Value) -> Result<(Duration, Value)> {
        let tool = format!("{SOURCE}_{ECHO}");
        let params = json!({
            "name": tool,
            "arguments": {"message": message},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": Era::Modern.version(),
                "io.modelcontextprotocol/clientInfo": {"name": name, "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": able
            }
        });
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
        let request = self
            .request(Method::POST, "/mcp")
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
            .header("mcp-protocol-version", Era::Modern.version())
            .header("mcp-method", "tools/call")
            .header("mcp-name", &tool);
        let request = request.body(Full::new(serde_json::to_vec(&body)?.into()))?;
        let (elapsed, mut answer) = self.exchange(request).await?;
        match answer["result"].take() {
            Value::Null => bail!("a call was answered without a result: {answer}"),
            result => Ok((elapsed, result)),
        }
    }

    fn request(&self, method: Method, path: &str) -> Builder {
        let request = Request::builder().method(method).uri(path);
        request.header(HOST, self.authority.as_str())
    }

    /// The time is that of the exchange alone; reading comes after it.
    async fn exchange(&mut self, request: Request<Full<Bytes>>) -> Result<(Duration, Value)> {
        let what = format!("{} {}", request.method(), request.uri());
        let started = Instant::now();
        let parts = self.connection.exchange(request).await?;
        let took = started.elapsed();
        let body = &self.connection.body;
        let said = || String::from_utf8_lossy(&body[..body.len().min(500)]).into_owned();
        let status = parts.status;
        ensure!(
            status.is_success(),
            "{what} was answered with {status}: {}",
            said()
        );
        let value = serde_json::from_slice(message(body));
        let value = value.with_context(|| format!("{what} was not answered with JSON: {}", said()));
        Ok((took, value?))
    }
}

/// The message in a body. An answer that takes a while comes as the last event of a stream.
fn message(body: &[u8]) -> &[u8] {
    let lines = body.rsplit(|byte| *byte == b'\n');
    let mut data = lines.filter_map(|line| line.strip_prefix(b"data:"));
    data.next().unwrap_or(body)
}
