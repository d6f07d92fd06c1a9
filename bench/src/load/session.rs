//! A connection on which calls can be made: with a handshake behind it, where the era demands one.

use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use bytes::Bytes;
use http::header::{HeaderName, HeaderValue};
use http::{HeaderMap, Method, Request, response};
use http_body_util::Full;
use serde_json::{Value, json};

use crate::era::BenchEra;
use crate::gateway::until;
use crate::load::connection::KeepAliveConnection;
use crate::load::request_plan::RequestPlan;

/// How long a server may take from its first word to its first right answer; with ten thousand tools
/// and a build without optimisation that is minutes.
const READY_LIMIT: Duration = Duration::from_mins(3);

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// A connection on which calls can be made, and what is asked on it.
#[derive(Debug)]
pub(crate) struct LoadSession {
    connection: KeepAliveConnection,
    headers: HeaderMap,
    plan: RequestPlan,
}

// === impl LoadSession ===

impl LoadSession {
    /// Connects, and shakes hands in the legacy era.
    pub(crate) async fn open(plan: &RequestPlan) -> Result<Self> {
        let mut session = Self {
            connection: KeepAliveConnection::open(&plan.authority).await?,
            headers: plan.headers()?,
            plan: plan.clone(),
        };
        let headers = &mut session.headers;
        match plan.era {
            BenchEra::Modern => {
                headers.insert(METHOD, plan.operation.method().parse()?);
                if let Some(tool) = &plan.tool {
                    headers.insert(NAME, HeaderValue::from_str(tool)?);
                }
            }
            BenchEra::Legacy => session.initialize().await?,
        }
        let version = HeaderValue::from_static(plan.era.version());
        session.headers.insert(VERSION, version);
        Ok(session)
    }

    async fn initialize(&mut self) -> Result<()> {
        let version = self.plan.era.version();
        let initialize = json!({
            "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {
                "protocolVersion": version, "capabilities": {},
                "clientInfo": {"name": "candor-bench", "version": env!("CARGO_PKG_VERSION")}
            }
        });
        let parts = self.post(&initialize).await?;
        if !parts.status.is_success() {
            let said = String::from_utf8_lossy(&self.connection.body);
            bail!("`initialize` was answered with {}: {said}", parts.status);
        }
        // A server may do without sessions.
        if let Some(session) = parts.headers.get(SESSION) {
            self.headers.insert(SESSION, session.clone());
        }
        let version = HeaderValue::from_static(version);
        self.headers.insert(VERSION, version);
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let status = self.post(&initialized).await?.status;
        ensure!(
            status.is_success(),
            "`initialized` was answered with {status}"
        );
        Ok(())
    }

    async fn post(&mut self, body: &Value) -> Result<response::Parts> {
        let body = serde_json::to_vec(body)?;
        let request = self.plan.post(self.headers.clone(), body.into());
        self.connection.exchange(request).await
    }

    /// The request with this id.
    pub(crate) fn request(&self, id: u64) -> Request<Full<Bytes>> {
        let body = self.plan.body(id);
        self.plan.post(self.headers.clone(), body.into())
    }

    /// Sends a request and reads the whole answer.
    pub(crate) async fn exchange(
        &mut self,
        request: Request<Full<Bytes>>,
    ) -> Result<response::Parts> {
        self.connection.exchange(request).await
    }

    /// Says what is wrong with the last answer, if anything is.
    pub(crate) fn check(&self, parts: &response::Parts, id: u64) -> Result<()> {
        self.plan.checker.check(parts, &self.connection.body, id)
    }

    /// Makes a call; how long it took until the answer was there, which must be right.
    pub(crate) async fn ask(&mut self, id: u64) -> Result<Duration> {
        let request = self.request(id);
        let started = Instant::now();
        let parts = self.exchange(request).await?;
        let took = started.elapsed();
        self.check(&parts, id)?;
        Ok(took)
    }

    /// Ends the session, so that a server under test does not collect them.
    pub(crate) async fn close(mut self) {
        if self.headers.contains_key(SESSION) {
            let mut request = self.plan.post(self.headers, Bytes::new());
            *request.method_mut() = Method::DELETE;
            // A server may refuse to end sessions; then there is nothing more to do.
            let _ = self.connection.exchange(request).await;
        }
    }
}

/// Asks once on a connection of its own, and again and again until the answer is right: a gateway
/// listens before it has read its sources, so its first answers may lack tools.
pub(crate) async fn until_right(plan: &RequestPlan, pause: Duration) -> Result<()> {
    until(READY_LIMIT, pause, async || {
        let asking = async {
            let mut session = LoadSession::open(plan).await?;
            let answer = session.ask(1).await;
            session.close().await;
            answer.map(|_| ())
        };
        Ok(asking.await)
    })
    .await
}
