//! The load generator: many clients that each loop over one keep-alive connection, check every
//! answer, and are counted over the same stretch of time.

pub(crate) mod check;
pub(crate) mod client;
pub(crate) mod connection;
pub(crate) mod report;
pub(crate) mod request_plan;
pub(crate) mod session;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::args::LoadArgs;
use crate::load::client::{ClientCounts, LoadClient};
use crate::load::report::{CpuTime, LoadReport};
use crate::load::request_plan::RequestPlan;
use crate::process;

/// How long clients may take to connect and shake hands, all together.
const CONNECT_LIMIT: Duration = Duration::from_secs(20);
/// How long answers may be outstanding when the time is over.
const GRACE: Duration = Duration::from_secs(10);

/// When counting starts and ends. Set once, when all clients are connected.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MeasuredWindow {
    pub(crate) start: Instant,
    pub(crate) end: Instant,
}

/// What the clients of one measurement share.
#[derive(Debug)]
pub(crate) struct LoadState {
    barrier: Barrier,
    window: OnceLock<MeasuredWindow>,
    /// Set by the first client that has made its share of the most calls allowed.
    enough: OnceLock<Instant>,
}

/// Runs the load and prints the report as one line of JSON; `false` when answers were wrong.
pub(crate) async fn command(args: &LoadArgs) -> Result<bool> {
    let report = measure(args).await?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", serde_json::to_string(&report)?)?;
    out.flush()?;
    Ok(report.errors == 0)
}

/// Puts load on the endpoint and returns what was seen.
pub(crate) async fn measure(args: &LoadArgs) -> Result<LoadReport> {
    let shared = Arc::new(LoadState::new(args.clients));
    let plans = plans(args)?;
    let mut clients = JoinSet::new();
    for (index, plan) in (0..args.clients).zip(plans.iter().cycle()) {
        let client = LoadClient::new(args, index, plan.clone(), shared.clone());
        clients.spawn(client.run());
    }
    let window = shared.open(args).await?;
    let mut pids = args.watch.clone();
    pids.push(std::process::id());
    let cpu = shared.watch(window, &pids).await;
    let mut tallies = Vec::new();
    while let Ok(Some(tally)) = timeout_at(window.end + GRACE, clients.join_next()).await {
        tallies.push(tally.context("a client stopped by itself")?);
    }
    let unanswered = clients.len() as u64;
    if unanswered > 0 {
        let text = format!("no answer within {} s of the end", GRACE.as_secs());
        tallies.push(ClientCounts::failed(unanswered, text));
    }
    Ok(LoadReport::new(shared.length(window), &tallies, cpu?))
}

/// What is asked at each endpoint.
fn plans(args: &LoadArgs) -> Result<Vec<RequestPlan>> {
    let urls = [&args.url].into_iter().chain(&args.also);
    let plans = urls.map(|url| {
        let plan = RequestPlan::new(url, args.era, args.operation, args.tools as usize)?;
        Ok(plan.named(args.tool.as_deref()))
    });
    plans.collect()
}

// === impl LoadState ===

impl LoadState {
    fn new(clients: u16) -> Self {
        Self {
            // The clients, and the one that opens the window.
            barrier: Barrier::new(usize::from(clients) + 1),
            window: OnceLock::new(),
            enough: OnceLock::new(),
        }
    }

    /// Waits until every client is connected, or has given up trying, and sets the window.
    async fn open(&self, args: &LoadArgs) -> Result<MeasuredWindow> {
        let limit = Instant::now() + CONNECT_LIMIT;
        let connected = timeout_at(limit, self.barrier.wait()).await;
        connected.with_context(|| {
            let (clients, url, limit) = (args.clients, &args.url, CONNECT_LIMIT.as_secs());
            format!("{clients} clients could not all connect to `{url}` within {limit} s")
        })?;
        let start = Instant::now() + args.warm_up;
        let window = MeasuredWindow {
            start,
            end: start + args.seconds,
        };
        let window = *self.window.get_or_init(|| window);
        self.barrier.wait().await;
        Ok(window)
    }

    /// Waits for the window, as a client.
    pub(crate) async fn ready(&self) -> Option<MeasuredWindow> {
        self.barrier.wait().await;
        self.barrier.wait().await;
        self.window.get().copied()
    }

    /// Ends the measurement early.
    pub(crate) fn enough(&self) {
        let _ = self.enough.set(Instant::now());
    }

    /// Whether the measurement was ended early.
    pub(crate) fn is_enough(&self) -> bool {
        self.enough.get().is_some()
    }

    fn length(&self, window: MeasuredWindow) -> Duration {
        let end = self.enough.get().copied().unwrap_or(window.end);
        end.saturating_duration_since(window.start)
    }

    /// Takes the CPU time of the processes over the window.
    async fn watch(&self, window: MeasuredWindow, pids: &[u32]) -> Result<Vec<CpuTime>> {
        let sample = || -> Result<Vec<Duration>> {
            let time = |pid: &u32| match *pid {
                // The children of the generator are what it measures.
                own if own == std::process::id() => process::cpu_time(own),
                other => process::tree_cpu_time(other),
            };
            pids.iter().map(time).collect()
        };
        sleep_until(window.start).await;
        let before = sample()?;
        while !self.is_enough() && Instant::now() < window.end {
            sleep_until((Instant::now() + Duration::from_millis(5)).min(window.end)).await;
        }
        let used = sample()?.into_iter().zip(before);
        let used = used.map(|(after, before)| after.saturating_sub(before));
        let times = pids.iter().zip(used);
        Ok(times.map(|(pid, used)| CpuTime::new(*pid, used)).collect())
    }
}
