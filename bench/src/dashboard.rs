//! `candor-bench dashboard`: how long every page of the dashboard takes in a workspace that is full.
//!
//! Each page is asked for over one connection, and opened in a real browser, which says when it
//! first painted something of it. Every answer is looked at: a page that is quick because it is an
//! error counts as wrong.

mod browser;
mod host;
mod measure;
mod report;
mod views;
mod visit;
mod workspace;

use std::io::Write;

use anyhow::{Result, bail, ensure};
use tokio::signal::unix::{SignalKind, signal};

use crate::args::DashboardArgs;
use crate::dashboard::measure::Times;
use crate::run::candor;

/// Measures and prints Markdown; `false` when a page was not what it should be.
pub(crate) async fn command(args: &DashboardArgs) -> Result<bool> {
    let binary = candor::find(args.candor.as_deref())?;
    ensure!(
        args.toolsets <= args.tools,
        "{} toolsets cannot share {} tools; use more tools or fewer toolsets",
        args.toolsets,
        args.tools
    );
    let mut terminated = signal(SignalKind::terminate())?;
    // The processes are owned by the future, so leaving it early ends them.
    let times = tokio::select! {
        times = Times::measure(&binary, args) => times?,
        _ = tokio::signal::ctrl_c() => bail!("interrupted; nothing was kept"),
        _ = terminated.recv() => bail!("terminated; nothing was kept"),
    };
    let mut out = std::io::stdout().lock();
    out.write_all(report::report(args, &times).as_bytes())?;
    Ok(times.wrong.is_empty())
}
