//! `candor-bench toolsets`: what a list, equipping and a search cost with many toolsets over many
//! tools.
//!
//! Everything goes through a served gateway, as a client sees it: one connection, one request
//! after the other. Lists are put beside the list of a server that has only those tools, so that
//! the ratio says what the toolset costs.

pub(crate) mod gateway;
mod measure;
pub(crate) mod plan;
mod report;

use std::io::Write;

use anyhow::{Result, bail, ensure};
use tokio::signal::unix::{SignalKind, signal};

use crate::args::ToolsetsArgs;
use crate::run::candor;
use crate::toolsets::gateway::Gateway;
use crate::toolsets::measure::Times;
use crate::toolsets::plan::Plan;

/// Measures and prints Markdown; `false` when an answer was not what it should be.
pub(crate) async fn command(args: &ToolsetsArgs) -> Result<bool> {
    let binary = candor::find(args.candor.as_deref())?;
    ensure!(
        args.toolsets <= args.tools,
        "{} toolsets cannot share {} tools; use more tools or fewer toolsets",
        args.toolsets,
        args.tools
    );
    let plan = Plan::new(args.tools as usize, args.toolsets as usize);
    let mut terminated = signal(SignalKind::terminate())?;
    let work = async {
        let gateway = Gateway::start(&binary, plan, |_| String::new()).await?;
        let times = Times::measure(&gateway, args.rounds).await;
        gateway.stop().await;
        times
    };
    // The processes are owned by the future, so leaving it early ends them.
    let times = tokio::select! {
        times = work => times?,
        _ = tokio::signal::ctrl_c() => bail!("interrupted; nothing was kept"),
        _ = terminated.recv() => bail!("terminated; nothing was kept"),
    };
    let mut out = std::io::stdout().lock();
    out.write_all(report::report(plan, &times).as_bytes())?;
    Ok(times.wrong == 0)
}
