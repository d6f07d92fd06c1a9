//! What the first call costs: workers that wait, workers that have to be started, and Node.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use http::Uri;

use crate::args::Operation;
use crate::functions::asker::Asker;
use crate::functions::folder::{Folder, Serves, endpoint};
use crate::functions::node::{Keeping, Node};
use crate::functions::stack::until_listed;
use crate::functions::target::Target;
use crate::process;
use crate::run::child::Child;
use crate::spread::Spread;

/// As many as there may be workers. No two of them share one, so the first call of each finds none
/// that has worked.
const ENVIRONMENTS: usize = 16;

/// How long first calls took.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Starts {
    /// The first call after the program was loaded: a worker waits.
    pub(super) first: Spread,
    /// A call that no worker waits for.
    pub(super) started: Spread,
    /// The call after either.
    pub(super) warm: Spread,
    /// From the start of Node until its first answer.
    pub(super) node: Spread,
}

// === impl Starts ===

impl Starts {
    pub(super) async fn measure(binary: &Path, node: &Node, rounds: u16) -> Result<Self> {
        let (mut first, mut started, mut warm) = (Vec::new(), Vec::new(), Vec::new());
        let mut nodes = Vec::new();
        for _ in 0..rounds {
            let folder = Folder::new()?;
            nodes.push(first_of_node(&folder, node).await?);
            let candor = folder.candor(binary, Serves::Functions(ENVIRONMENTS))?;
            let candor = Child::start(candor, None).await?;
            until_listed(candor.url(), &tool()).await?;
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
            first: Spread::of(first),
            started: Spread::of(started),
            warm: Spread::of(warm),
            node: Spread::of(nodes),
        })
    }
}

async fn first_of_node(folder: &Folder, node: &Node) -> Result<Duration> {
    let started = Instant::now();
    let child = Child::start(node.command(folder, Keeping::Stateless), None).await?;
    let tool = Target::Stateless.tool(Operation::Area);
    let mut asker = Asker::open(child.url(), Operation::Area, &tool).await?;
    asker.ask(1).await?;
    let answered = started.elapsed();
    child.stop().await;
    Ok(answered)
}

/// The first call in an environment, and the one after it. The handshake is over by then.
async fn two_calls(gateway: &Uri, environment: usize) -> Result<(Duration, Duration)> {
    let host = gateway.authority().context("a gateway without a host")?;
    let url = format!("http://{host}{}", endpoint(environment)).parse()?;
    let mut asker = Asker::open(&url, Operation::Area, &tool()).await?;
    let times = (asker.ask(1).await?, asker.ask(2).await?);
    asker.close().await;
    Ok(times)
}

fn tool() -> String {
    Target::Script.tool(Operation::Area)
}
