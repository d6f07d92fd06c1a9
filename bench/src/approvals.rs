//! `candor-bench approvals`: what it costs to ask, to look and to decide while many calls wait for
//! a person.
//!
//! Everything goes through a served gateway. The same is measured twice, with a few calls that
//! wait and with many, so that the ratio says what the many cost. Then a gateway is started over
//! questions whose time ran out while there was none, and must let go of all of them.

pub(crate) mod caller;
mod expiry;
mod gateway;
mod measure;
mod report;
mod upstream;

use std::io::Write;

use anyhow::{Result, bail};
use tokio::signal::unix::{SignalKind, signal};

use crate::approvals::measure::Times;
use crate::args::ApprovalsArgs;
use crate::run::candor;

/// Measures and prints Markdown; `false` when an answer was not what it should be.
pub(crate) async fn command(args: &ApprovalsArgs) -> Result<bool> {
    let binary = candor::find(args.candor.as_deref())?;
    let mut terminated = signal(SignalKind::terminate())?;
    // The processes are owned by the future, so leaving it early ends them.
    let times = tokio::select! {
        times = Times::measure(&binary, args) => times?,
        _ = tokio::signal::ctrl_c() => bail!("interrupted; nothing was kept"),
        _ = terminated.recv() => bail!("terminated; nothing was kept"),
    };
    let mut out = std::io::stdout().lock();
    out.write_all(report::report(args, &times).as_bytes())?;
    Ok(times.wrong == 0)
}
