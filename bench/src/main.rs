//! `candor-bench`: what a call through Candor costs beside a direct call and beside other hops, from
//! one that reads nothing to gateways of others, measured in one run on one machine and reported as
//! ratios.
//!
//! `run` is the benchmark, and `peers` installs the gateways of others for it; `annotations` measures what one override costs, `toolsets` what
//! toolsets do, `openapi` what a large document does, `approvals` what many calls that wait for a
//! person do, `dashboard` how long each of its pages takes, and `functions` what functions in TypeScript cost beside Node; `typed` compares ways of
//! reading messages; `upstream`, `relay`, `rmcp-relay`, `stdio-relay`, `load` and `document` are the
//! processes that these start, usable by hand as well.

mod annotations;
mod approvals;
mod args;
mod dashboard;
mod era;
mod fixture;
mod functions;
mod gateway;
mod load;
mod message_types;
mod open_files;
mod openapi;
mod peers;
mod process;
mod question;
mod relay;
mod report;
mod rmcp_relay;
mod run;
mod serve;
mod server_process;
mod single_connection;
mod stdio_relay;
#[cfg(test)]
mod testing;
mod time_samples;
mod toolsets;
mod upstream;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{BenchArgs, BenchCommand};
use crate::report::print;

/// Some answers were wrong or missing.
const EXIT_FINDINGS: u8 = 1;
/// The benchmark could not be run.
const EXIT_FAILURE: u8 = 2;

#[tokio::main]
async fn main() -> ExitCode {
    open_files::raise();
    match dispatch(BenchArgs::parse().command).await {
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
async fn dispatch(command: BenchCommand) -> anyhow::Result<bool> {
    match command {
        BenchCommand::Run(args) => run::command(&args).await,
        BenchCommand::Peers => peers::command().await,
        BenchCommand::Annotations(args) => print(annotations::command(&args)).await,
        BenchCommand::Toolsets(args) => print(toolsets::command(&args)).await,
        BenchCommand::Approvals(args) => print(approvals::command(&args)).await,
        BenchCommand::Dashboard(args) => print(dashboard::command(&args)).await,
        BenchCommand::Functions(args) => print(functions::command(&args)).await,
        BenchCommand::Openapi(args) => print(openapi::command(&args)).await,
        BenchCommand::Document(args) => openapi::document(&args).map(|()| true),
        BenchCommand::Typed => message_types::command().map(|()| true),
        BenchCommand::Upstream(args) => upstream::command(&args).await.map(|()| true),
        BenchCommand::Relay(args) => relay::command(&args).await.map(|()| true),
        BenchCommand::RmcpRelay(args) => rmcp_relay::command(&args).await.map(|()| true),
        BenchCommand::StdioRelay(args) => stdio_relay::command(&args).await.map(|()| true),
        BenchCommand::Load(args) => load::command(&args).await,
    }
}
