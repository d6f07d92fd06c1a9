//! The `main` function of a standalone tool server.

mod flags;
#[cfg(test)]
mod tests;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::process::ExitCode;

use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::ToolServer;
use crate::{Failure, FunctionDefinition, Group, Toolbox};
use flags::{ProgramCommand, ProgramFlags};

/// The exit code for invalid definitions.
const WRONG: u8 = 1;
/// The exit code for invalid arguments or a server failure.
const FAILED: u8 = 2;

/// The `main` function of a standalone tool server: checks the tools and serves them over stdio or,
/// with `--http ADDRESS`, over HTTP. `--list` prints the definitions and `--help` the other
/// options.
///
/// The exit code is 1 if the definitions are invalid, and 2 if the command line is invalid or the
/// server fails.
pub fn main(group: Group) -> ExitCode {
    let words = env::args_os().skip(1);
    let words: Vec<_> = words
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let flags = match flags::read(&words) {
        Ok(flags) => flags,
        Err(told) => return end(FAILED, &format!("error: {told}\n  hint: see `--help`")),
    };
    let toolbox = match group.build() {
        Ok(toolbox) => toolbox,
        Err(problems) => return end(WRONG, &problems.to_string()),
    };
    for warning in toolbox.warnings() {
        say(&warning.to_string());
    }
    match flags.what {
        ProgramCommand::Help => print(&flags::help(&toolbox)),
        ProgramCommand::Version => print(&format!("{} {}", toolbox.name(), toolbox.version())),
        ProgramCommand::List => print(&format!("{:#}", list(&toolbox))),
        ProgramCommand::Stdio | ProgramCommand::Http(_) => serve(toolbox, &flags),
    }
}

fn list(toolbox: &Toolbox) -> Value {
    let tools: Vec<_> = toolbox
        .definitions()
        .map(FunctionDefinition::to_json)
        .collect();
    json!({ "tools": tools })
}

fn serve(toolbox: Toolbox, flags: &ProgramFlags) -> ExitCode {
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return end(FAILED, &format!("error: no runtime: {error}")),
    };
    let server = ToolServer::new(toolbox).allow_private(flags.private).loud();
    let ended = runtime.block_on(async {
        match flags.what {
            ProgramCommand::Http(address) => http(server, address).await,
            _ => stdio(server).await,
        }
    });
    // A pending read from a terminal cannot be cancelled, and must not block the exit.
    runtime.shutdown_background();
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => end(FAILED, &format!("error: {failure}")),
    }
}

async fn stdio(server: ToolServer) -> Result<(), Failure> {
    if io::stdin().is_terminal() {
        say("this is an MCP server and waits for a client on standard input; see `--help`");
    }
    Ok(server.stdio().await?)
}

async fn http(server: ToolServer, address: SocketAddr) -> Result<(), Failure> {
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| Failure::new(format!("cannot listen on `{address}`: {error}")))?;
    let address = listener.local_addr()?;
    say(&format!("serving on http://{address}/mcp"));
    if !address.ip().is_loopback() {
        say("warning: everyone who can reach this address can call the tools");
    }
    Ok(server.http(listener, asked_to_end()).await?)
}

/// Waits for a termination signal.
async fn asked_to_end() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}

/// Prints the result of a command.
fn print(text: &str) -> ExitCode {
    match writeln!(io::stdout(), "{text}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => end(FAILED, &format!("error: cannot write: {error}")),
    }
}

fn end(code: u8, text: &str) -> ExitCode {
    say(text);
    ExitCode::from(code)
}

/// Writes to standard error. Errors are ignored, because they cannot be reported.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
