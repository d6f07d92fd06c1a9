//! Many calls at once, on servers that have just started.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use http::Uri;
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::args::LoadOperation;
use crate::functions::folder::{folder, serve_functions};
use crate::functions::node::NodeRuntime;
use crate::functions::target::FunctionTarget;
use crate::load::session::LoadSession;
use crate::process;
use crate::server_process::ServerProcess;

/// How long all calls together may take.
const LIMIT: Duration = Duration::from_mins(1);

/// What came of two bursts of calls.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BurstTimes {
    pub(super) target: FunctionTarget,
    /// How many calls there were each time.
    pub(super) calls: u16,
    /// When a server had never been asked, and once more.
    pub(super) bursts: [CallBurst; 2],
    /// The processes that the server started.
    pub(super) workers: usize,
    /// The most that each process had resident, added up: what they share counts several times.
    pub(super) peak_rss_kib: u64,
    /// What they hold in the end, with what they share counted once; not every user may read it.
    pub(super) held_kib: Option<u64>,
}

/// Calls that were made at once.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct CallBurst {
    /// How many were answered as they should be.
    pub(super) answered: usize,
    /// From the first question to the last answer.
    pub(super) took: Duration,
    pub(super) first_error: Option<String>,
}

// === impl BurstTimes ===

impl BurstTimes {
    /// Functions in a gateway that serves nothing else.
    pub(super) async fn in_candor(binary: &Path, calls: u16) -> Result<Self> {
        let candor = serve_functions(folder(binary)?, 0).await?;
        Self::of(candor.process, FunctionTarget::Script, calls).await
    }

    /// The same functions in Node.
    pub(super) async fn in_node(
        binary: &Path,
        node: &NodeRuntime,
        target: FunctionTarget,
        calls: u16,
    ) -> Result<Self> {
        let folder = folder(binary)?;
        let server = node.serve(&folder, target).await?;
        Self::of(server, target, calls).await
    }

    async fn of(server: ServerProcess, target: FunctionTarget, calls: u16) -> Result<Self> {
        let bursts = [
            CallBurst::on(server.url(), target, calls).await?,
            CallBurst::on(server.url(), target, calls).await?,
        ];
        let workers = process::children(server.pid())?;
        let all = || workers.iter().copied().chain([server.pid()]);
        let peaks = all().map(process::peak_rss_kib);
        let times = Self {
            target,
            calls,
            bursts,
            workers: workers.len(),
            peak_rss_kib: peaks.sum::<Result<u64>>()?,
            held_kib: all().map(process::shared_out_kib).sum(),
        };
        server.stop().await;
        Ok(times)
    }

    /// How many answers were missing or wrong.
    pub(super) fn errors(&self) -> usize {
        let missing = |burst: &CallBurst| usize::from(self.calls) - burst.answered;
        self.bursts.iter().map(missing).sum()
    }
}

// === impl CallBurst ===

impl CallBurst {
    /// All clients connect; then all of them call.
    async fn on(url: &Uri, target: FunctionTarget, calls: u16) -> Result<Self> {
        let plan = target.requests(url, LoadOperation::Area)?;
        let barrier = Arc::new(Barrier::new(usize::from(calls) + 1));
        let mut clients = JoinSet::new();
        for id in 1..=u64::from(calls) {
            let mut caller = LoadSession::open(&plan).await?;
            let barrier = barrier.clone();
            clients.spawn(async move {
                barrier.wait().await;
                let answer = timeout(LIMIT, caller.ask(id)).await;
                let answer = answer.context("no answer").flatten();
                // Closing a session is not to take time from the calls that wait.
                barrier.wait().await;
                caller.close().await;
                answer
            });
        }
        barrier.wait().await;
        let started = Instant::now();
        barrier.wait().await;
        let mut burst = Self {
            took: started.elapsed(),
            ..Self::default()
        };
        while let Some(answer) = clients.join_next().await {
            match answer.context("a client stopped by itself")? {
                Ok(_) => burst.answered += 1,
                Err(error) => {
                    burst.first_error.get_or_insert(format!("{error:#}"));
                }
            }
        }
        Ok(burst)
    }
}
