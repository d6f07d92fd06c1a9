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

use crate::args::{Args, Command, Import};
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;

/// How long the process waits for what a command has left behind.
const FAREWELL: Duration = Duration::from_millis(200);

/// Does what was asked for and tells of a failure.
pub(crate) fn run(args: Args, output: &Output) -> Exit {
    let flags = args.globals.flags();
    let done = match args.command {
        Command::Serve(serve) => block_on(serve::run(serve, flags, output)),
        Command::Stdio(stdio) => block_on(stdio::run(stdio, flags, output)),
        Command::Tools(tools) => block_on(tools::run(&tools, &flags, output)),
        Command::Call(call) => block_on(call::run(&call, &flags, output)),
        Command::Annotate(annotate) => block_on(annotate::run(&annotate, &flags, output)),
        Command::Infer(infer) => block_on(infer::run(&infer, &flags, output)),
        Command::Lint(lint) => block_on(lint::run(&lint, &flags, output)),
        Command::Drift(drift) => block_on(drift::run(&drift, &flags, output)),
        Command::Approvals(args) => block_on(approvals::run(&args, &flags, output)),
        Command::Policy(args) => block_on(policy::run(&args, &flags, output)),
        Command::Token(args) => block_on(token::run(&args, &flags, output)),
        Command::Toolset(args) => block_on(toolset::run(&args, &flags, output)),
        Command::Note(args) => block_on(note::run(&args, &flags, output)),
        Command::Environment(args) => block_on(environment::run(&args, &flags, output)),
        Command::Functions(args) => block_on(functions::run(&args, output)),
        Command::Gs1(args) => block_on(gs1::run(&args, &flags, output)),
        Command::Login(login) => block_on(login::run(&login, &flags, output)),
        Command::Changes(changes) => block_on(changes::run(&changes, &flags, output)),
        Command::Config(config) => config::run(&config, &flags, output),
        Command::Doctor => block_on(doctor::run(&flags, output)),
        Command::Import(Import::McpJson(args)) => import::mcp_json::run(&args, output),
        Command::Import(Import::Hypertool(args)) => {
            block_on(import::hypertool::run(&args, &flags, output))
        }
    };
    done.unwrap_or_else(|failure| {
        failure.tell(output);
        Exit::Failure
    })
}

fn block_on(work: impl Future<Output = Result<Exit, Failure>>) -> Result<Exit, Failure> {
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|cause| Failure::io("cannot start the threads that do the work", cause))?;
    let done = runtime.block_on(work);
    // What is left of the work ends, and its children with it. A thread may still wait for
    // standard input; it must not keep the process.
    runtime.shutdown_timeout(FAREWELL);
    done
}
