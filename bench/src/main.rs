//! `candor-bench`: what a call through Candor costs beside a direct call and beside a hop that reads
//! nothing, measured in one run on one machine and reported as ratios.
//!
//! `run` is the benchmark; `annotations` measures what one override costs, `toolsets` what
//! toolsets do, `openapi` what a large document does, `approvals` what many calls that wait for a
//! person do, `dashboard` how long each of its pages takes, and `functions` what functions in TypeScript cost beside Node; `typed` compares ways of
//! reading messages; `upstream`, `relay`, `load` and `document` are the processes that these start,
//! usable by hand as well.

mod annotations;
mod approvals;
mod args;
mod dashboard;
mod era;
mod fixture;
mod functions;
mod line;
mod load;
mod openapi;
mod peers;
mod process;
mod question;
mod relay;
mod run;
mod serve;
mod spread;
mod table;
#[cfg(test)]
mod testing;
mod toolsets;
mod typed;
mod upstream;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};

/// Some answers were wrong or missing.
const EXIT_FINDINGS: u8 = 1;
/// The benchmark could not be run.
const EXIT_FAILURE: u8 = 2;

#[tokio::main]
async fn main() -> ExitCode {
    match dispatch(Args::parse().command).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(EXIT_FINDINGS),
        Err(error) => {
            // Nothing is left to tell it to when stderr is closed.
            let _ = writeln!(std::io::stderr(), "candor-bench: {error:#}");
            ExitCode::from(EXIT_FAILURE)
        }
    }
}

/// Runs one command; `false` means it ran and found wrong answers.
async fn dispatch(command: Command) -> anyhow::Result<bool> {
    match command {
        Command::Run(args) => run::command(&args).await,
        Command::Annotations(args) => annotations::command(&args).await,
        Command::Toolsets(args) => toolsets::command(&args).await,
        Command::Approvals(args) => approvals::command(&args).await,
        Command::Dashboard(args) => dashboard::command(&args).await,
        Command::Functions(args) => functions::command(&args).await,
        Command::Openapi(args) => openapi::command(&args).await.map(|()| true),
        Command::Document(args) => openapi::document(&args).map(|()| true),
        Command::Typed => typed::command().map(|()| true),
        Command::Upstream(args) => upstream::command(&args).await.map(|()| true),
        Command::Relay(args) => relay::command(&args).await.map(|()| true),
        Command::Load(args) => load::command(&args).await,
    }
}
