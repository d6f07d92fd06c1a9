//! The `candor` command: many MCP servers behind one endpoint.
//!
//! A thin face. Commands read arguments, ask the other crates and print; nothing here decides
//! what a tool may do.

mod args;
mod ask;
mod author;
mod commands;
mod described;
mod dump;
mod exit;
mod file;
mod hints;
mod nearest;
mod oneshot;
mod output;
mod problems;
mod progress;
mod seen;
mod signals;
mod status;
mod table;
mod target;
mod text;
mod wake;
mod when;
mod worker;
mod workspace;

use std::process::ExitCode;

use clap::Parser as _;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if let Some(exit) = worker::serve_if_asked() {
        return exit;
    }
    let args = args::Args::parse();
    let output = output::Output::new(args.globals.json);
    commands::run(args, &output).into()
}
