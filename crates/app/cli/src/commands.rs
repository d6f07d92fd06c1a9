//! One file per command.

mod annotate;
mod approvals;
mod call;
mod changes;
mod config;
mod doctor;
mod drift;
mod environment;
pub(crate) mod functions;
mod gs1;
mod import;
mod infer;
mod lint;
mod login;
mod note;
mod policy;
mod serve;
mod stdio;
mod token;
mod tools;
mod toolset;

use std::future::Future;
use std::time::Duration;

use crate::args::{CliArgs, CliCommand, ImportCommand};
use crate::prelude::{CommandExit, CommandFailure, CommandOutput, CommandResult};

/// How long the process waits for remaining tasks.
const FAREWELL: Duration = Duration::from_millis(200);

/// Runs the command and prints a failure.
pub(crate) fn run(args: CliArgs, output: &CommandOutput) -> CommandExit {
    let flags = args.globals.flags();
    let done = match args.command {
        CliCommand::Serve(serve) => block_on(serve::run(serve, flags, output)),
        CliCommand::Stdio(stdio) => block_on(stdio::run(stdio, flags, output)),
        CliCommand::Tools(tools) => block_on(tools::run(&tools, &flags, output)),
        CliCommand::Call(call) => block_on(call::run(&call, &flags, output)),
        CliCommand::Annotate(annotate) => block_on(annotate::run(&annotate, &flags, output)),
        CliCommand::Infer(infer) => block_on(infer::run(&infer, &flags, output)),
        CliCommand::Lint(lint) => block_on(lint::run(&lint, &flags, output)),
        CliCommand::Drift(drift) => block_on(drift::run(&drift, &flags, output)),
        CliCommand::Approvals(args) => block_on(approvals::run(&args, &flags, output)),
        CliCommand::Policy(args) => block_on(policy::run(&args, &flags, output)),
        CliCommand::Token(args) => block_on(token::run(&args, &flags, output)),
        CliCommand::Toolset(args) => block_on(toolset::run(&args, &flags, output)),
        CliCommand::Note(args) => block_on(note::run(&args, &flags, output)),
        CliCommand::Environment(args) => block_on(environment::run(&args, &flags, output)),
        CliCommand::Functions(args) => block_on(functions::run(&args, output)),
        CliCommand::Gs1(args) => block_on(gs1::run(&args, &flags, output)),
        CliCommand::Login(login) => block_on(login::run(&login, &flags, output)),
        CliCommand::Changes(changes) => block_on(changes::run(&changes, &flags, output)),
        CliCommand::Config(config) => config::run(&config, &flags, output),
        CliCommand::Doctor => block_on(doctor::run(&flags, output)),
        CliCommand::Import(ImportCommand::McpJson(args)) => import::mcp_json::run(&args, output),
        CliCommand::Import(ImportCommand::Hypertool(args)) => {
            block_on(import::hypertool::run(&args, &flags, output))
        }
    };
    done.unwrap_or_else(|failure| {
        failure.print(output);
        CommandExit::Failure
    })
}

fn block_on(work: impl Future<Output = CommandResult>) -> CommandResult {
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|cause| CommandFailure::io("cannot start the worker threads", cause))?;
    let done = runtime.block_on(work);
    // Remaining tasks end, and their children with them. A thread may still wait for
    // standard input; it must not keep the process alive.
    runtime.shutdown_timeout(FAREWELL);
    done
}
