//! A connection on which calls can be made: with a handshake behind it, where the era demands one.

use anyhow::{Result, bail, ensure};
use bytes::Bytes;
use http::header::{HeaderName, HeaderValue};
use http::{HeaderMap, Method, Request, response};
use http_body_util::Full;
use serde_json::{Value, json};

use crate::era::BenchEra;
use crate::load::check::AnswerChecker;
use crate::load::connection::KeepAliveConnection;
use crate::load::request_plan::RequestPlan;

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// A connection on which calls can be made.
#[derive(Debug)]
pub(crate) struct LoadSession {
    connection: KeepAliveConnection,
    headers: HeaderMap,
}

// === impl LoadSession ===

impl LoadSession {
    /// Connects, and shakes hands in the legacy era.
    pub(crate) async fn open(dialogue: &RequestPlan) -> Result<Self> {
        let connection = KeepAliveConnection::open(&dialogue.authority).await?;
        let mut session = Self {
            connection,
            headers: dialogue.headers()?,
        };
        match dialogue.era {
            BenchEra::Modern => {
                session
                    .headers
                    .insert(METHOD, dialogue.operation.method().parse()?);
                if let Some(tool) = &dialogue.tool {
                    session.headers.insert(NAME, HeaderValue::from_str(tool)?);
                }
            }
            BenchEra::Legacy => session.initialize(dialogue).await?,
        }
        session
            .headers
            .insert(VERSION, HeaderValue::from_static(dialogue.era.version()));
        Ok(session)
    }

    async fn initialize(&mut self, dialogue: &RequestPlan) -> Result<()> {
        let version = dialogue.era.version();
        let parts = self
            .post(
                dialogue,
                &json!({
                    "jsonrpc": "2.0", "id": 0, "method": "initialize",
                    "params": {
                        "protocolVersion": version, "capabilities": {},
                        "clientInfo": {"name": "candor-bench", "version": env!("CARGO_PKG_VERSION")}
                    }
                }),
            )
            .await?;
        if !parts.status.is_success() {
            let said = String::from_utf8_lossy(&self.connection.body);
            bail!("`initialize` was answered with {}: {said}", parts.status);
        }
        // A server may do without sessions.
        if let Some(session) = parts.headers.get(SESSION) {
            self.headers.insert(SESSION, session.clone());
        }
        self.headers
            .insert(VERSION, HeaderValue::from_static(version));
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let parts = self.post(dialogue, &initialized).await?;
        ensure!(
            parts.status.is_success(),
            "`initialized` was answered with {}",
            parts.status
        );
        Ok(())
    }

    async fn post(&mut self, dialogue: &RequestPlan, body: &Value) -> Result<response::Parts> {
        let request = dialogue.post(self.headers.clone(), serde_json::to_vec(body)?.into());
        self.connection.exchange(request).await
    }

    /// The request with this id.
    pub(crate) fn request(&self, dialogue: &RequestPlan, id: u64) -> Request<Full<Bytes>> {
        dialogue.post(self.headers.clone(), dialogue.body(id).into())
    }

    /// Sends a request and reads the whole answer.
    pub(crate) async fn exchange(
        &mut self,
        request: Request<Full<Bytes>>,
    ) -> Result<response::Parts> {
        self.connection.exchange(request).await
    }

    /// The body of the last answer.
    pub(crate) fn body(&self) -> &[u8] {
        &self.connection.body
    }

    /// Makes one call outside of any measurement and checks its answer.
    pub(crate) async fn ask(
        &mut self,
        dialogue: &RequestPlan,
        checker: &AnswerChecker,
    ) -> Result<()> {
        let request = self.request(dialogue, 1);
        let parts = self.connection.exchange(request).await?;
        checker
            .check(&parts, &self.connection.body, 1)
            .map_err(anyhow::Error::msg)
    }

    /// Ends the session, so that a server under test does not collect them.
    pub(crate) async fn close(mut self, dialogue: &RequestPlan) {
        if self.headers.contains_key(SESSION) {
            let mut request = dialogue.post(self.headers, Bytes::new());
            *request.method_mut() = Method::DELETE;
            // A server may refuse to end sessions; then there is nothing more to do.
            let _ = self.connection.exchange(request).await;
        }
    }
}
