//! `candor-bench annotations`: how long it takes until one override counts, in a catalogue of
//! many tools about each of which many have something to say.
//!
//! Everything goes through a served gateway. An override is confirmed when every endpoint's list
//! says it, so the time of one request is the time to write it down, resolve the whole catalogue
//! again and write the lists. The same request once more changes nothing and costs what is left:
//! the way there and back.

mod gateway;
mod measure;
mod report;

use std::io::Write;

use anyhow::{Result, bail};
use tokio::signal::unix::{SignalKind, signal};

use crate::annotations::gateway::Gateway;
use crate::annotations::measure::Times;
use crate::args::AnnotationsArgs;
use crate::run::candor;

/// Measures and prints Markdown; `false` when a list did not say what it should.
pub(crate) async fn command(args: &AnnotationsArgs) -> Result<bool> {
    let binary = candor::find(args.candor.as_deref())?;
    let mut terminated = signal(SignalKind::terminate())?;
    let work = async {
        let gateway = Gateway::start(&binary, args.tools as usize).await?;
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
    out.write_all(report::report(args.tools, &times).as_bytes())?;
    Ok(times.wrong == 0)
}
