//! `candor-bench functions`: what a function in TypeScript costs, beside the same function in Node
//! and beside a tool in Rust.
//!
//! The functions are one file, which Candor and Node both load. Four servers answer the same
//! clients in turn; then workers are started for calls that find none, and many calls come at once.

mod asker;
mod cold;
mod crowd;
mod folder;
mod measure;
mod node;
mod report;
mod stack;
mod target;

use std::io::Write;

use anyhow::{Result, bail};
use tokio::signal::unix::{SignalKind, signal};

use crate::args::FunctionsArgs;
use crate::functions::measure::Results;
use crate::functions::node::Node;
use crate::run::candor;

/// Measures and prints Markdown; `false` when an answer was not what it should be.
pub(crate) async fn command(args: &FunctionsArgs) -> Result<bool> {
    let binary = candor::find(args.candor.as_deref())?;
    let node = Node::find()?;
    let mut terminated = signal(SignalKind::terminate())?;
    // The processes are owned by the future, so leaving it early ends them.
    let results = tokio::select! {
        results = Results::measure(&binary, &node, args) => results?,
        _ = tokio::signal::ctrl_c() => bail!("interrupted; nothing was kept"),
        _ = terminated.recv() => bail!("terminated; nothing was kept"),
    };
    let mut out = std::io::stdout().lock();
    out.write_all(report::report(args, &results).as_bytes())?;
    Ok(results.errors() == 0)
}
