//! `candor-bench dashboard`: how long every page of the dashboard takes in a workspace that is full.
//!
//! Each page is asked for over one connection, and opened in a real browser, which says when it
//! first painted something of it. Every answer is looked at: a page that is quick because it is an
//! error counts as wrong.

mod browser;
mod measure;
mod report;
mod views;
mod workspace;

use anyhow::Result;

use crate::args::DashboardArgs;
use crate::dashboard::measure::DashboardTimes;
use crate::gateway::find_binary;

/// Measures; gives the report, and `false` when a page was not what it should be.
pub(crate) async fn command(args: &DashboardArgs) -> Result<(String, bool)> {
    let binary = find_binary(args.candor.as_deref())?;
    let times = DashboardTimes::measure(&binary, args).await?;
    Ok((report::report(args, &times), times.wrong.is_empty()))
}
