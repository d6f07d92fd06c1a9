//! How long the tools of a document take to appear, and what others notice of it.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::json;
use tokio::time::sleep;

use crate::fixture;
use crate::line::Line;
use crate::openapi::gateway::{Beside, Gateway, TOOLS};
use crate::openapi::reading::Reading;
use crate::run::candor::SOURCE;
use crate::spread::Spread;

/// How long a gateway may take to serve everything.
const LIMIT: Duration = Duration::from_mins(3);

/// How long the client rests between two questions: it is there to notice, not to be a burden.
const REST: Duration = Duration::from_millis(2);

/// How often a gateway at rest is asked.
const AT_REST: usize = 500;

/// The most answers that are kept of one load.
const MOST: usize = 20_000;

/// What was measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Times {
    /// A list of the small server's tools, with nothing to load.
    pub(super) list_at_rest: Spread,
    /// A call of one of them.
    pub(super) call_at_rest: Spread,
    /// The same while the document is loaded: from the moment that it is there, so that up to a
    /// second goes by before it is noticed.
    pub(super) list_loading: Spread,
    pub(super) call_loading: Spread,
    /// From the start of the process until every tool is listed.
    pub(super) listed: Spread,
    /// The list of everything, after that.
    pub(super) whole_list: Spread,
    /// How large that is.
    pub(super) whole_bytes: usize,
    /// The most memory that a gateway had, in KiB.
    pub(super) peak_rss_kib: u64,
    pub(super) rounds: u16,
}

/// What a client notices.
#[derive(Debug, Default)]
struct Noticed {
    lists: Vec<Duration>,
    calls: Vec<Duration>,
}

// === impl Times ===

impl Times {
    pub(super) async fn measure(
        binary: &Path,
        document: &Path,
        reading: &Reading,
        rounds: u16,
    ) -> Result<Self> {
        let tools = TOOLS + reading.tools;
        let at_rest = at_rest(binary).await?;
        let mut loading = Noticed::default();
        let (mut listed, mut whole) = (Vec::new(), Vec::new());
        let (mut whole_bytes, mut peak_rss_kib) = (0, 0);
        for _ in 0..rounds {
            let upstream = Gateway::upstream().await?;
            let started = Instant::now();
            let gateway = Gateway::start(binary, upstream, Beside::Document(document)).await?;
            let mut line = gateway.line().await?;
            // A gateway that has just started lets its first clients wait for slow sources.
            Noticed::default().until_listed(&mut line, tools).await?;
            listed.push(started.elapsed());
            let list = line.list().await?;
            whole.push(list.took);
            whole_bytes = list.bytes;
            peak_rss_kib = gateway.peak_rss_kib()?.max(peak_rss_kib);
            gateway.stop().await;
            while_loading(binary, document, tools, &mut loading).await?;
        }
        Ok(Self {
            list_at_rest: Spread::of(at_rest.lists),
            call_at_rest: Spread::of(at_rest.calls),
            list_loading: Spread::of(loading.lists),
            call_loading: Spread::of(loading.calls),
            listed: Spread::of(listed),
            whole_list: Spread::of(whole),
            whole_bytes,
            peak_rss_kib,
            rounds,
        })
    }
}

/// What a client notices of a gateway that has nothing to load.
async fn at_rest(binary: &Path) -> Result<Noticed> {
    let gateway = Gateway::start(binary, Gateway::upstream().await?, Beside::Nothing).await?;
    let mut line = gateway.line().await?;
    // The first answers warm up what is cold.
    let mut cold = Noticed::default();
    cold.until_listed(&mut line, TOOLS).await?;
    let mut noticed = Noticed::default();
    for _ in 0..AT_REST {
        let list = line.list().await?;
        noticed.lists.push(list.took);
        noticed.calls.push(call(&mut line).await?);
        sleep(REST).await;
    }
    gateway.stop().await;
    Ok(noticed)
}

/// What a client notices of a gateway in which a document takes the place of a small one.
async fn while_loading(
    binary: &Path,
    document: &Path,
    tools: usize,
    noticed: &mut Noticed,
) -> Result<()> {
    let gateway = Gateway::start(binary, Gateway::upstream().await?, Beside::Small).await?;
    let mut line = gateway.line().await?;
    Noticed::default()
        .until_listed(&mut line, TOOLS + 1)
        .await?;
    gateway.replace(document)?;
    noticed.until_listed(&mut line, tools).await?;
    gateway.stop().await;
    Ok(())
}

// === impl Noticed ===

impl Noticed {
    /// Asks for one thing after the other until so many tools are listed. What was answered once
    /// the small server is there and before all tools are is kept.
    async fn until_listed(&mut self, line: &mut Line, tools: usize) -> Result<()> {
        let echo = exposed();
        let end = Instant::now() + LIMIT;
        loop {
            let list = line.list().await?;
            if list.tools.len() >= tools {
                return Ok(());
            }
            if list.tools.iter().any(|tool| tool["name"] == *echo) {
                let took = call(line).await?;
                if self.lists.len() < MOST {
                    self.lists.push(list.took);
                    self.calls.push(took);
                }
            }
            if Instant::now() > end {
                bail!("only {} of {tools} tools are listed", list.tools.len());
            }
            sleep(REST).await;
        }
    }
}

async fn call(line: &mut Line) -> Result<Duration> {
    let message = fixture::message(1);
    let (took, _) = line.call(&exposed(), json!({"message": message})).await?;
    Ok(took)
}

/// The name by which clients know the tool that echoes.
fn exposed() -> String {
    format!("{SOURCE}_{}", fixture::ECHO)
}
