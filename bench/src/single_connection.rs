//! One client on one connection, which asks for one thing after the other: of MCP, of the API, or
//! for pages. Each time is that of the exchange alone; reading the answer comes after it.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST};
use http::request::Builder;
use http::uri::Authority;
use http::{Method, Request, StatusCode, Uri};
use http_body_util::Full;
use serde_json::{Value, json};

use crate::era::BenchEra;
use crate::load::connection::KeepAliveConnection;

/// A connection, and the endpoint whose tools are asked for.
#[derive(Debug)]
pub(crate) struct SingleConnection {
    connection: KeepAliveConnection,
    authority: Authority,
    path: String,
    next_id: u64,
    client: &'static str,
    capabilities: Value,
    /// The owner's secret, which is presented to the API.
    secret: Option<String>,
    /// Whether it is presented everywhere else, too.
    calls_as_owner: bool,
}

/// A list that came.
#[derive(Debug)]
pub(crate) struct FetchedList {
    pub(crate) tools: Vec<Value>,
    pub(crate) took: Duration,
    pub(crate) bytes: usize,
}

/// A page that came.
#[derive(Debug)]
pub(crate) struct FetchedPage {
    pub(crate) took: Duration,
    pub(crate) bytes: usize,
    /// Why it is not the page that was asked for, if it is not.
    pub(crate) wrong: Option<String>,
}

// === impl SingleConnection ===

impl SingleConnection {
    /// Connects to an endpoint on the host of a URL.
    pub(crate) async fn open(url: &Uri, path: &str) -> Result<Self> {
        let authority = url.authority().cloned();
        let authority = authority.with_context(|| format!("`{url}` names no host"))?;
        Ok(Self {
            connection: KeepAliveConnection::open(&authority).await?,
            authority,
            path: path.to_owned(),
            next_id: 1,
            client: "candor-bench",
            capabilities: json!({}),
            secret: None,
            calls_as_owner: false,
        })
    }

    /// The same client, which presents the owner's secret to the API.
    pub(crate) fn deciding(mut self, secret: String) -> Self {
        self.secret = Some(secret);
        self
    }

    /// The same client, which presents the owner's secret everywhere.
    pub(crate) fn owning(self, secret: String) -> Self {
        Self {
            calls_as_owner: true,
            ..self.deciding(secret)
        }
    }

    /// The same client under another name and with other capabilities.
    pub(crate) fn named(mut self, client: &'static str, capabilities: Value) -> Self {
        self.client = client;
        self.capabilities = capabilities;
        self
    }

    /// Asks for the tools.
    pub(crate) async fn list(&mut self) -> Result<FetchedList> {
        let (took, mut result) = self.ask("tools/list", json!({})).await?;
        let bytes = self.connection.body.len();
        match result["tools"].take() {
            Value::Array(tools) => Ok(FetchedList { tools, took, bytes }),
            _ => bail!("`tools/list` was answered without tools"),
        }
    }

    /// Calls a tool, which must not fail; gives its structured result.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Result<(Duration, Value)> {
        let (elapsed, mut result) = self.call_result(tool, arguments).await?;
        ensure!(result["isError"] != true, "`{tool}` failed: {result}");
        Ok((elapsed, result["structuredContent"].take()))
    }

    /// Calls a tool; gives whatever comes of it.
    pub(crate) async fn call_result(
        &mut self,
        tool: &str,
        arguments: Value,
    ) -> Result<(Duration, Value)> {
        let params = json!({"name": tool, "arguments": arguments});
        self.ask("tools/call", params).await
    }

    /// What `/api/v1` says at a path.
    pub(crate) async fn read(&mut self, path: &str) -> Result<(Duration, Value)> {
        let request = self.request(Method::GET, &format!("/api/v1{path}"));
        self.json(request.body(Full::default())?).await
    }

    /// Sends JSON to a path of `/api/v1`.
    pub(crate) async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: &Value,
    ) -> Result<(Duration, Value)> {
        let request = self.request(method, &format!("/api/v1{path}"));
        let request = request.header(CONTENT_TYPE, "application/json");
        let body = Full::new(serde_json::to_vec(body)?.into());
        self.json(request.body(body)?).await
    }

    /// Asks for a page.
    pub(crate) async fn page(&mut self, path: &str) -> Result<FetchedPage> {
        let request = self.request(Method::GET, path).header(ACCEPT, "text/html");
        let (took, status) = self.exchange(request.body(Full::default())?).await?;
        let body = String::from_utf8_lossy(&self.connection.body);
        let wrong = if !status.is_success() {
            Some(format!("`{path}` was answered with {status}"))
        } else if !is_whole(&body) {
            Some(format!("`{path}` is no whole page"))
        } else {
            None
        };
        Ok(FetchedPage {
            took,
            bytes: self.connection.body.len(),
            wrong,
        })
    }

    async fn ask(&mut self, method: &str, mut params: Value) -> Result<(Duration, Value)> {
        let id = self.next_id;
        self.next_id += 1;
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": BenchEra::Modern.version(),
            "io.modelcontextprotocol/clientInfo":
                {"name": self.client, "version": env!("CARGO_PKG_VERSION")},
            "io.modelcontextprotocol/clientCapabilities": self.capabilities
        });
        let mut request = self
            .request(Method::POST, &self.path)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream")
            .header("mcp-protocol-version", BenchEra::Modern.version())
            .header("mcp-method", method);
        if let Some(name) = params["name"].as_str() {
            request = request.header("mcp-name", name);
        }
        let body = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let request = request.body(Full::new(serde_json::to_vec(&body)?.into()))?;
        let (took, mut answer) = self.json(request).await?;
        ensure!(answer["id"] == id, "the answer is another's: {answer}");
        match answer["result"].take() {
            Value::Null => bail!("`{method}` was answered without a result: {answer}"),
            result => Ok((took, result)),
        }
    }

    fn request(&self, method: Method, path: &str) -> Builder {
        let request = Request::builder().method(method).uri(path);
        let request = request.header(HOST, self.authority.as_str());
        let presents = self.calls_as_owner || path.starts_with("/api/");
        match &self.secret {
            Some(secret) if presents => request.header(AUTHORIZATION, format!("Bearer {secret}")),
            _ => request,
        }
    }

    /// An exchange that must go well, and its answer as JSON.
    async fn json(&mut self, request: Request<Full<Bytes>>) -> Result<(Duration, Value)> {
        let what = format!("{} {}", request.method(), request.uri());
        let (took, status) = self.exchange(request).await?;
        let body = &self.connection.body;
        let said = || String::from_utf8_lossy(&body[..body.len().min(500)]).into_owned();
        if !status.is_success() {
            bail!("{what} was answered with {status}: {}", said());
        }
        let value = serde_json::from_slice(message(body));
        let value = value.with_context(|| format!("{what} was not answered with JSON: {}", said()));
        Ok((took, value?))
    }

    async fn exchange(&mut self, request: Request<Full<Bytes>>) -> Result<(Duration, StatusCode)> {
        let started = Instant::now();
        let parts = self.connection.exchange(request).await?;
        Ok((started.elapsed(), parts.status))
    }
}

/// The message in a body. An answer that takes a while comes as the last event of a stream.
fn message(body: &[u8]) -> &[u8] {
    let lines = body.rsplit(|byte| *byte == b'\n');
    let mut data = lines.filter_map(|line| line.strip_prefix(b"data:"));
    data.next().unwrap_or(body)
}

fn is_whole(body: &str) -> bool {
    body.contains("<h1") && body.trim_end().ends_with("</html>")
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

    #[test]
    fn half_a_page_is_no_page() {
        for (body, whole) in [
            ("<html><h1>Tools</h1></html>\n", true),
            ("<html><h1>Tools</h1>", false),
            ("<html><p>Tools</p></html>", false),
            ("", false),
        ] {
            assert_eq!(is_whole(body), whole, "{body}");
        }
    }
}
