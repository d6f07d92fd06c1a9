//! One module per command.

mod adopt;
mod annotate;
mod approvals;
mod call;
mod catalogue;
mod changes;
mod completions;
mod config;
mod confine;
mod connect;
mod data;
mod doctor;
mod drift;
mod environment;
pub(crate) mod functions;
mod gs1;
mod health;
mod import;
mod infer;
mod lint;
mod login;
mod logs;
mod man;
mod nextcloud;
mod note;
mod open;
mod policy;
mod serve;
mod source;
mod status;
mod stdio;
mod token;
mod tools;
mod toolset;
mod verify;

use std::future::Future;
use std::time::Duration;

use crate::args::{CliArgs, CliCommand, Gs1Command, ImportCommand};
use crate::prelude::*;
use crate::{access, route};

/// How long to wait for remaining tasks at exit.
const FAREWELL: Duration = Duration::from_millis(200);

/// Runs the command and prints a failure.
pub(crate) fn run(args: CliArgs) -> CommandExit {
    let output = CommandOutput::new(args.globals.json).pasting(args.globals.pasted());
    let flags = args.globals.flags();
    let access = access::of(&args.command, output.is_json());
    let route = args.globals.route();
    let chosen = route::choose(access, &route, &flags, &output);
    let done = block_on(chosen).and_then(|actor| {
        let context = CommandContext {
            flags,
            output: output.clone(),
            actor,
        };
        perform(args.command, &context)
    });
    done.unwrap_or_else(|failure| {
        failure.print(&output);
        CommandExit::Failure
    })
}

fn perform(command: CliCommand, context: &CommandContext) -> CommandResult {
    match command {
        CliCommand::Open(args) => block_on(open::run(&args, context)),
        CliCommand::Serve(args) => block_on(serve::run(args, context)),
        CliCommand::Stdio(args) => block_on(stdio::run(args, context)),
        CliCommand::Tools(args) => block_on(tools::run(&args, context)),
        CliCommand::Call(args) => block_on(call::run(&args, context)),
        CliCommand::Annotate(args) => block_on(annotate::run(&args, context)),
        CliCommand::Infer(args) => block_on(infer::run(&args, context)),
        CliCommand::Lint(args) => block_on(lint::run(&args, context)),
        CliCommand::Verify(args) => block_on(verify::run(&args, context)),
        CliCommand::Drift(args) => block_on(drift::run(&args, context)),
        CliCommand::Approvals(args) => block_on(approvals::run(&args, context)),
        CliCommand::Policy(args) => block_on(policy::run(&args, context)),
        CliCommand::Token(args) => block_on(token::run(&args, context)),
        CliCommand::Toolset(args) => block_on(toolset::run(&args, context)),
        CliCommand::Note(args) => block_on(note::run(&args, context)),
        CliCommand::Environment(args) => block_on(environment::run(&args, context)),
        CliCommand::Functions(args) => block_on(functions::run(&args, &context.output)),
        CliCommand::Nextcloud(args) => block_on(nextcloud::run(args, context)),
        CliCommand::Gs1(Gs1Command::Import(args)) => block_on(gs1::import(&args, context)),
        CliCommand::Login(args) => block_on(login::run(&args, context)),
        CliCommand::Changes(args) => block_on(changes::run(&args, context)),
        CliCommand::Config(args) => config::run(&args, context),
        CliCommand::Confine(command) => block_on(confine::run(&command, context)),
        CliCommand::Data(command) => data::run(&command, context),
        CliCommand::Logs(args) => block_on(logs::run(&args, context)),
        CliCommand::Connect(args) => connect::connect(&args, context),
        CliCommand::Disconnect(args) => connect::disconnect(&args, context),
        CliCommand::Add(args) => source::add(&args, context),
        CliCommand::Remove(args) => source::remove(&args, context),
        CliCommand::Status => block_on(status::run(context)),
        CliCommand::Doctor => block_on(doctor::run(context)),
        CliCommand::Health(args) => health::run(&args, context),
        CliCommand::Completions { shell } => completions::run(shell, &context.output),
        CliCommand::Man { folder } => man::run(&folder, &context.output),
        CliCommand::Adopt(args) => block_on(adopt::run(&args, context)),
        CliCommand::Catalogue(command) => block_on(catalogue::run(&command, context)),
        CliCommand::Import(ImportCommand::McpJson(args)) => {
            import::mcp_json::run(&args, &context.output)
        }
        CliCommand::Import(ImportCommand::Hypertool(args)) => {
            block_on(import::hypertool::run(&args, context))
        }
    }
}

fn block_on<T>(work: impl Future<Output = CommandResult<T>>) -> CommandResult<T> {
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|cause| CommandFailure::io("cannot start the worker threads", cause))?;
    let done = runtime.block_on(work);
    // Remaining tasks end, and so do their child processes. A thread may still be blocked on
    // standard input; it must not keep the process alive.
    runtime.shutdown_timeout(FAREWELL);
    done
}
