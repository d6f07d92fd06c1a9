//! What the first call costs: workers that wait, workers that have to be started, and Node.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use http::Uri;

use crate::args::LoadOperation;
use crate::functions::folder::{endpoint, folder, serve_functions};
use crate::functions::node::NodeRuntime;
use crate::functions::target::FunctionTarget;
use crate::gateway::GatewayFolder;
use crate::load::session::LoadSession;
use crate::process;
use crate::time_samples::TimeSamples;

/// As many as there may be workers. No two of them share one, so the first call of each finds none
/// that has worked.
const ENVIRONMENTS: usize = 16;

/// What is measured, in the words of the report.
pub(super) const ROWS: [&str; 4] = [FIRST, STARTED, WARM, NODE];
/// A worker waits.
const FIRST: &str = "the first call after the program was loaded";
/// No worker waits for it.
pub(super) const STARTED: &str = "a call that a worker is started for";
const WARM: &str = "the next call of the same worker";
const NODE: &str = "Node, from its start to its first answer";

/// How long first calls take.
pub(super) async fn measure(binary: &Path, node: &NodeRuntime, rounds: u16) -> Result<TimeSamples> {
    let mut samples = TimeSamples::default();
    for _ in 0..rounds {
        let folder = folder(binary)?;
        samples.add(NODE, first_of_node(&folder, node).await?);
        let candor = serve_functions(folder, ENVIRONMENTS).await?;
        for environment in 0..ENVIRONMENTS {
            let (cold, after) = two_calls(candor.url(), environment).await?;
            samples.add(if environment == 0 { FIRST } else { STARTED }, cold);
            samples.add(WARM, after);
            let workers = process::children(candor.process.pid())?.len();
            let environments = environment + 1;
            ensure!(
                workers == environments,
                "{workers} workers serve {environments} environments"
            );
        }
        candor.stop().await;
    }
    Ok(samples)
}

async fn first_of_node(folder: &GatewayFolder, node: &NodeRuntime) -> Result<Duration> {
    let started = Instant::now();
    let server = node.serve(folder, FunctionTarget::Stateless).await?;
    let plan = FunctionTarget::Stateless.requests(server.url(), LoadOperation::Area)?;
    let mut session = LoadSession::open(&plan).await?;
    session.ask(1).await?;
    let answered = started.elapsed();
    server.stop().await;
    Ok(answered)
}

/// The first call in an environment, and the one after it. The handshake is over by then.
async fn two_calls(gateway: &Uri, environment: usize) -> Result<(Duration, Duration)> {
    let host = gateway.authority().context("a gateway without a host")?;
    let url = format!("http://{host}{}", endpoint(environment)).parse()?;
    let plan = FunctionTarget::Script.requests(&url, LoadOperation::Area)?;
    let mut session = LoadSession::open(&plan).await?;
    let times = (session.ask(1).await?, session.ask(2).await?);
    session.close().await;
    Ok(times)
}
