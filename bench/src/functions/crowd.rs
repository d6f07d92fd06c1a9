//! Many calls at once, on servers that have just started.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use http::Uri;
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::args::Operation;
use crate::functions::asker::Asker;
use crate::functions::folder::{Folder, Serves};
use crate::functions::node::{Keeping, Node};
use crate::functions::stack::until_listed;
use crate::functions::target::Target;
use crate::process;
use crate::run::child::Child;

/// How long all calls together may take.
const LIMIT: Duration = Duration::from_mins(1);

/// What came of a crowd.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Crowd {
    pub(super) target: Target,
    /// How many calls there were each time.
    pub(super) calls: u16,
    /// When a server had never been asked, and once more.
    pub(super) surges: [Surge; 2],
    /// The processes that the server started.
    pub(super) workers: usize,
    /// The most that each process had resident, added up: what they share counts several times.
    pub(super) peak_rss_kib: u64,
    /// What they hold in the end, with what they share counted once; not everybody may know.
    pub(super) held_kib: Option<u64>,
}

/// Calls that were made at once.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Surge {
    /// How many were answered as they should be.
    pub(super) answered: usize,
    /// From the first question to the last answer.
    pub(super) took: Duration,
    pub(super) first_error: Option<String>,
}

// === impl Crowd ===

impl Crowd {
    /// Functions in a gateway that serves nothing else.
    pub(super) async fn in_candor(binary: &Path, calls: u16) -> Result<Self> {
        let folder = Folder::new()?;
        let candor = Child::start(folder.candor(binary, Serves::Functions(0))?, None).await?;
        until_listed(candor.url(), &Target::Script.tool(Operation::Area)).await?;
        Self::of(candor, Target::Script, calls).await
    }

    /// The same functions in Node.
    pub(super) async fn in_node(node: &Node, keeping: Keeping, calls: u16) -> Result<Self> {
        let folder = Folder::new()?;
        let target = match keeping {
            Keeping::Stateless => Target::Stateless,
            Keeping::Sessions => Target::Sessions,
        };
        Self::of(
            Child::start(node.command(&folder, keeping), None).await?,
            target,
            calls,
        )
        .await
    }

    async fn of(server: Child, target: Target, calls: u16) -> Result<Self> {
        let surges = [
            Surge::on(server.url(), target, calls).await?,
            Surge::on(server.url(), target, calls).await?,
        ];
        let workers = process::children(server.pid())?;
        let all = || workers.iter().copied().chain([server.pid()]);
        let peaks = all().map(process::peak_rss_kib);
        let crowd = Self {
            target,
            calls,
            surges,
            workers: workers.len(),
            peak_rss_kib: peaks.sum::<Result<u64>>()?,
            held_kib: all().map(process::shared_out_kib).sum(),
        };
        server.stop().await;
        Ok(crowd)
    }

    /// How many answers were missing or wrong.
    pub(super) fn errors(&self) -> usize {
        let answered = self.surges.iter().map(|surge| surge.answered);
        answered
            .map(|answered| usize::from(self.calls) - answered)
            .sum()
    }
}

// === impl Surge ===

impl Surge {
    /// Everybody connects; then everybody asks.
    async fn on(url: &Uri, target: Target, calls: u16) -> Result<Self> {
        let tool = target.tool(Operation::Area);
        let barrier = Arc::new(Barrier::new(usize::from(calls) + 1));
        let mut clients = JoinSet::new();
        for id in 1..=u64::from(calls) {
            let mut asker = Asker::open(url, Operation::Area, &tool).await?;
            let barrier = barrier.clone();
            clients.spawn(async move {
                barrier.wait().await;
                let answer = timeout(LIMIT, asker.ask(id)).await;
                let answer = answer.context("no answer").flatten();
                // Somebody who says goodbye is not to take time from those who wait.
                barrier.wait().await;
                asker.close().await;
                answer
            });
        }
        barrier.wait().await;
        let started = Instant::now();
        barrier.wait().await;
        let mut surge = Self {
            took: started.elapsed(),
            ..Self::default()
        };
        while let Some(answer) = clients.join_next().await {
            match answer.context("a client stopped by itself")? {
                Ok(_) => surge.answered += 1,
                Err(error) => {
                    surge.first_error.get_or_insert(format!("{error:#}"));
                }
            }
        }
        Ok(surge)
    }
}
