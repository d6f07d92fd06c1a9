//! `candor-bench functions`: what a function in TypeScript costs, beside the same function in Node
//! and beside a tool in Rust.
//!
//! The functions are one file, which Candor and Node both load. Four servers answer the same
//! clients in turn; then workers are started for calls that find none, and many calls come at once.

mod bursts;
mod cold_start;
mod folder;
mod measure;
mod node;
mod report;
mod stack;
mod target;

use anyhow::Result;

use crate::args::FunctionsArgs;
use crate::functions::measure::FunctionResults;
use crate::functions::node::NodeRuntime;
use crate::gateway::find_binary;

/// Measures; gives the report, and `false` when an answer was not what it should be.
pub(crate) async fn command(args: &FunctionsArgs) -> Result<(String, bool)> {
    let binary = find_binary(args.candor.as_deref())?;
    let node = NodeRuntime::find()?;
    let results = FunctionResults::measure(&binary, &node, args).await?;
    Ok((report::report(args, &results), results.errors() == 0))
}
