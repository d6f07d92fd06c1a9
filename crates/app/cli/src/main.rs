//! The `candor` command: many MCP servers behind one endpoint.
//!
//! A thin layer: commands parse arguments, call the other crates and print. Nothing here decides
//! what a tool may do.

mod access;
mod actor;
mod api_client;
mod args;
mod browser;
mod commands;
mod configured_program;
mod credential;
mod exit;
mod failure;
mod file;
mod hints;
mod known_tools;
mod oneshot;
mod output;
mod pasted_flags;
mod prelude;
mod probe;
mod progress;
mod prompt;
mod route;
mod running_gateway;
mod signals;
mod source_startup;
mod stale_gateway;
mod status;
mod suggest;
mod table;
mod target;
mod text;
mod timestamp;
mod tool_dump;
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
    commands::run(args::CliArgs::parse()).into()
}
