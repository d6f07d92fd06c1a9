//! What the first call costs: workers that wait, workers that have to be started, and Node.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use http::Uri;

use crate::args::LoadOperation;
use crate::functions::folder::{FunctionsFolder, ServedSource, endpoint};
use crate::functions::node::{NodeRuntime, SessionMode};
use crate::functions::single_caller::SingleCaller;
use crate::functions::target::FunctionTarget;
use crate::gateway::until_listed;
use crate::process;
use crate::server_process::ServerProcess;
use crate::time_samples::TimeSummary;

/// As many as there may be workers. No two of them share one, so the first call of each finds none
/// that has worked.
const ENVIRONMENTS: usize = 16;

/// How long first calls took.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct ColdStartTimes {
    /// The first call after the program was loaded: a worker waits.
    pub(super) first: TimeSummary,
    /// A call that no worker waits for.
    pub(super) started: TimeSummary,
    /// The call after either.
    pub(super) warm: TimeSummary,
    /// From the start of Node until its first answer.
    pub(super) node: TimeSummary,
}

// === impl ColdStartTimes ===

impl ColdStartTimes {
    pub(super) async fn measure(binary: &Path, node: &NodeRuntime, rounds: u16) -> Result<Self> {
        let (mut first, mut started, mut warm) = (Vec::new(), Vec::new(), Vec::new());
        let mut nodes = Vec::new();
        let is_listed = |listed: &serde_json::Value| listed["name"] == *tool();
        for _ in 0..rounds {
            let folder = FunctionsFolder::new(binary)?;
            nodes.push(first_of_node(&folder, node).await?);
            let candor = folder.serve(ServedSource::Functions(ENVIRONMENTS)).await?;
            until_listed(candor.url(), "/mcp", |tools| tools.iter().any(is_listed)).await?;
            for environment in 0..ENVIRONMENTS {
                let (cold, after) = two_calls(candor.url(), environment).await?;
                let cold_ones = if environment == 0 {
                    &mut first
                } else {
                    &mut started
                };
                cold_ones.push(cold);
                warm.push(after);
                let workers = process::children(candor.pid())?.len();
                ensure!(
                    workers == environment + 1,
                    "{workers} workers serve {} environments",
                    environment + 1
                );
            }
            candor.stop().await;
        }
        Ok(Self {
            first: TimeSummary::of(first),
            started: TimeSummary::of(started),
            warm: TimeSummary::of(warm),
            node: TimeSummary::of(nodes),
        })
    }
}

async fn first_of_node(folder: &FunctionsFolder, node: &NodeRuntime) -> Result<Duration> {
    let started = Instant::now();
    let child = ServerProcess::start(node.command(folder, SessionMode::Stateless), None).await?;
    let tool = FunctionTarget::Stateless.tool(LoadOperation::Area);
    let mut caller = SingleCaller::open(child.url(), LoadOperation::Area, &tool).await?;
    caller.ask(1).await?;
    let answered = started.elapsed();
    child.stop().await;
    Ok(answered)
}

/// The first call in an environment, and the one after it. The handshake is over by then.
async fn two_calls(gateway: &Uri, environment: usize) -> Result<(Duration, Duration)> {
    let host = gateway.authority().context("a gateway without a host")?;
    let url = format!("http://{host}{}", endpoint(environment)).parse()?;
    let mut caller = SingleCaller::open(&url, LoadOperation::Area, &tool()).await?;
    let times = (caller.ask(1).await?, caller.ask(2).await?);
    caller.close().await;
    Ok(times)
}

fn tool() -> String {
    FunctionTarget::Script.tool(LoadOperation::Area)
}
