//! A client that listens for changes of the tools.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HOST};
use http::{Request, StatusCode, Uri};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use serde_json::json;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::era::BenchEra;

const METHOD: &str = "subscriptions/listen";
const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
const CHANGED: &str = "notifications/tools/list_changed";

/// How long an endpoint may take to acknowledge a listener.
const LIMIT: Duration = Duration::from_secs(20);
/// A stream that is silent for so long has nothing more to say about what is past.
const SILENCE: Duration = Duration::from_millis(50);

/// An open stream of changes. Dropping it closes its connection.
#[derive(Debug)]
pub(super) struct ToolListener {
    stream: Incoming,
    heard: Vec<u8>,
    /// Drives the connection.
    _driver: JoinSet<()>,
}

// === impl ToolListener ===

impl ToolListener {
    /// Listens at an endpoint, from the acknowledgement on.
    pub(super) async fn open(url: &Uri) -> Result<Self> {
        let authority = url.authority().context("the endpoint names no host")?;
        let connection = TcpStream::connect(authority.as_str()).await?;
        connection.set_nodelay(true)?;
        let (mut sender, driver) = http1::handshake(TokioIo::new(connection)).await?;
        let mut drivers = JoinSet::new();
        drivers.spawn(async move {
            // The stream tells when the connection has ended.
            let _ = driver.await;
        });
        let response = sender.send_request(request(url)?).await?;
        let status = response.status();
        ensure!(
            status == StatusCode::OK,
            "a listener was answered with {status}"
        );
        let mut listener = Self {
            stream: response.into_body(),
            heard: Vec::new(),
            _driver: drivers,
        };
        timeout(LIMIT, listener.until(ACKNOWLEDGED)).await??;
        Ok(listener)
    }

    /// Waits until it is told that the tools have changed.
    pub(super) async fn hear(&mut self) -> Result<()> {
        self.until(CHANGED).await
    }

    /// Forgets what has been said so far.
    pub(super) async fn forget(&mut self) {
        while let Ok(Some(Ok(_))) = timeout(SILENCE, self.stream.frame()).await {}
        self.heard.clear();
    }

    async fn until(&mut self, text: &str) -> Result<()> {
        loop {
            let found = self
                .heard
                .windows(text.len())
                .position(|it| it == text.as_bytes());
            if let Some(at) = found {
                self.heard.drain(..at + text.len());
                return Ok(());
            }
            let frame = self.stream.frame().await;
            let frame = frame.context("the stream of changes has ended")??;
            if let Some(data) = frame.data_ref() {
                self.heard.extend_from_slice(data);
            }
        }
    }
}

fn request(url: &Uri) -> Result<Request<Full<Bytes>>> {
    let version = BenchEra::Modern.version();
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": METHOD,
        "params": {
            "notifications": {"toolsListChanged": true},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": version,
                "io.modelcontextprotocol/clientInfo":
                    {"name": "candor-bench", "version": env!("CARGO_PKG_VERSION")},
                "io.modelcontextprotocol/clientCapabilities": {}
            }
        }
    });
    let request = Request::post(url.path())
        .header(HOST, url.authority().map_or("", |it| it.as_str()))
        .header(CONTENT_TYPE, "application/json")
        .header(ACCEPT, "application/json, text/event-stream")
        .header("mcp-protocol-version", version)
        .header("mcp-method", METHOD);
    Ok(request.body(Full::new(serde_json::to_vec(&body)?.into()))?)
}
