//! How long the tools of a document take to appear, and what clients of another source notice.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::era::BenchEra;
use crate::fixture;
use crate::gateway::{
    GatewayFolder, LIMIT, SOURCE, ServedGateway, trusted_source, until, upstream,
};
use crate::openapi::reading::DocumentTimes;
use crate::process;
use crate::server_process::ServerProcess;
use crate::single_connection::SingleConnection;
use crate::time_samples::TimeSamples;

/// How many tools the small server has.
pub(super) const TOOLS: usize = 100;

pub(super) const LIST_AT_REST: &str = "`tools/list`, nothing to load";
pub(super) const CALL_AT_REST: &str = "`tools/call`, nothing to load";
/// From the moment that the document is there, so that up to a second goes by before it is noticed.
pub(super) const LIST_LOADING: &str = "`tools/list`, while loading";
pub(super) const CALL_LOADING: &str = "`tools/call`, while loading";
pub(super) const STARTED: &str = "in a gateway, from its start until every tool is listed";
pub(super) const WHOLE_LIST: &str = "the list of everything";

/// How long the client rests between two requests: it is there to notice, not to be a burden.
const REST: Duration = Duration::from_millis(2);

/// How often a gateway at rest is asked.
const AT_REST: usize = 500;

/// The most answers that are kept of one load.
const MOST: usize = 20_000;

/// A document with one operation, which another one takes the place of.
const SMALL: &str = "openapi: 3.1.0\ninfo: {title: Small, version: '1'}\n\
                     servers: [{url: 'https://api.example'}]\npaths: {/health: {get: {}}}\n";

/// What was measured in gateways.
#[derive(Debug, Default)]
pub(super) struct LoadTimes {
    pub(super) samples: TimeSamples,
    /// The size of the list of everything.
    pub(super) whole_bytes: usize,
    /// The most memory that a gateway had, in KiB.
    pub(super) peak_rss_kib: u64,
}

/// A gateway in front of the small server, and a client of it. Dropping it ends both.
#[derive(Debug)]
struct OpenapiGateway {
    candor: ServedGateway,
    connection: SingleConnection,
}

// === impl LoadTimes ===

impl LoadTimes {
    pub(super) async fn measure(
        binary: &Path,
        document: &Path,
        reading: &DocumentTimes,
        rounds: u16,
    ) -> Result<Self> {
        let tools = TOOLS + reading.tools;
        let mut times = Self::default();
        times.at_rest(binary).await?;
        for _ in 0..rounds {
            times.start_to_list(binary, document, tools).await?;
            times.while_loading(binary, document, tools).await?;
        }
        Ok(times)
    }

    /// What a client notices of a gateway that has nothing to load.
    async fn at_rest(&mut self, binary: &Path) -> Result<()> {
        let mut gateway = OpenapiGateway::start(binary, small().await?, |_| String::new()).await?;
        // The first answers warm up what is cold.
        gateway.until_listed(TOOLS, None).await?;
        for _ in 0..AT_REST {
            let list = gateway.connection.list().await?;
            self.samples.add(LIST_AT_REST, list.took);
            self.samples.add(CALL_AT_REST, gateway.call().await?);
            sleep(REST).await;
        }
        gateway.candor.stop().await;
        Ok(())
    }

    /// From the start of a gateway that serves the document until everything is listed.
    async fn start_to_list(&mut self, binary: &Path, document: &Path, tools: usize) -> Result<()> {
        let upstream = small().await?;
        let started = Instant::now();
        let mut gateway = OpenapiGateway::start(binary, upstream, |_| source(document)).await?;
        // A gateway that has just started lets its first clients wait for slow sources.
        gateway.until_listed(tools, None).await?;
        self.samples.add(STARTED, started.elapsed());
        let list = gateway.connection.list().await?;
        self.samples.add(WHOLE_LIST, list.took);
        self.whole_bytes = list.bytes;
        let peak = process::peak_rss_kib(gateway.candor.process.pid())?;
        self.peak_rss_kib = peak.max(self.peak_rss_kib);
        gateway.candor.stop().await;
        Ok(())
    }

    /// What a client notices of a gateway in which the document takes the place of a small one.
    async fn while_loading(&mut self, binary: &Path, document: &Path, tools: usize) -> Result<()> {
        // It is looked at as often as may be, so that most of what is measured is loading.
        let more = |small: &Path| source(small) + "refresh = \"1s\"\n";
        let mut gateway = OpenapiGateway::start(binary, small().await?, more).await?;
        gateway.until_listed(TOOLS + 1, None).await?;
        gateway.replace(document)?;
        gateway.until_listed(tools, Some(&mut self.samples)).await?;
        gateway.candor.stop().await;
        Ok(())
    }
}

/// The small server.
async fn small() -> Result<ServerProcess> {
    upstream(BenchEra::Modern, TOOLS).await
}

/// The source of a document.
fn source(document: &Path) -> String {
    // A text of JSON is one of TOML too.
    let path = Value::from(document.to_string_lossy());
    format!("[sources.api]\ndocument = {path}\n")
}

// === impl OpenapiGateway ===

impl OpenapiGateway {
    /// Starts a gateway in front of a small server, and waits until it listens. `more` is added to
    /// the configuration; it is told where the small document is.
    async fn start(
        binary: &Path,
        upstream: ServerProcess,
        more: impl FnOnce(&Path) -> String,
    ) -> Result<Self> {
        let folder = GatewayFolder::new(binary, &[])?;
        folder.write("api.yaml", SMALL)?;
        let more = more(&folder.path().join("api.yaml"));
        let configuration = trusted_source(SOURCE, upstream.url()) + &more;
        let candor = folder.serve(&configuration, vec![upstream]).await?;
        let connection = candor.connect("/mcp").await?;
        Ok(Self { candor, connection })
    }

    /// Puts a document in the place of the small one, all at once.
    fn replace(&self, document: &Path) -> Result<()> {
        let folder = self.candor.folder.path();
        let beside = folder.join("next.yaml");
        std::fs::copy(document, &beside).context("cannot copy the document")?;
        std::fs::rename(&beside, folder.join("api.yaml"))
            .context("cannot put the document in its place")
    }

    /// Asks for one thing after the other until so many tools are listed. What was answered once
    /// the small server is there and before all tools are goes into the samples.
    async fn until_listed(
        &mut self,
        tools: usize,
        mut samples: Option<&mut TimeSamples>,
    ) -> Result<()> {
        let echo = exposed();
        let mut answers = 0;
        until(LIMIT, REST, async || {
            let list = self.connection.list().await?;
            let listed = list.tools.len();
            if listed >= tools {
                return Ok(Ok(()));
            }
            if list.tools.iter().any(|tool| tool["name"] == *echo) {
                let took = self.call().await?;
                if let Some(samples) = samples.as_deref_mut().filter(|_| answers < MOST) {
                    answers += 1;
                    samples.add(LIST_LOADING, list.took);
                    samples.add(CALL_LOADING, took);
                }
            }
            Ok(Err(anyhow!("only {listed} of {tools} tools are listed")))
        })
        .await
    }

    async fn call(&mut self) -> Result<Duration> {
        let arguments = json!({"message": fixture::message(1)});
        let (took, _) = self.connection.call(&exposed(), arguments).await?;
        Ok(took)
    }
}

/// The name by which clients know the tool that echoes.
fn exposed() -> String {
    format!("{SOURCE}_{}", fixture::ECHO)
}
