//! `candor functions`: user-defined tools, from template to tests.

mod check;
mod new;
mod run;
mod template;
mod test;

use std::path::Path;

use candor_script::{ProgramLoadError, ScriptLimits, ScriptSpec};
use candor_server::functions;

use crate::args::FunctionsCommand;
use crate::prelude::*;
use crate::signals::ShutdownSignals;

/// The extensions of programs.
pub(crate) const ENDINGS: [&str; 4] = ["ts", "mts", "js", "mjs"];

/// Runs the subcommand.
pub(super) async fn run(args: &FunctionsCommand, output: &CommandOutput) -> CommandResult {
    let mut signals = ShutdownSignals::listen()?;
    let working = async {
        match args {
            FunctionsCommand::New(args) => new::run(args, output),
            FunctionsCommand::Check(args) => check::run(args, output).await,
            FunctionsCommand::Run(args) => run::run(args, output).await,
            FunctionsCommand::Test(args) => test::run(args, output).await,
        }
    };
    // Dropping the work ends the processes that were started for it.
    let done = signals.unless(Box::pin(working)).await;
    done.unwrap_or_else(Ok)
}

/// The program at this path, with default limits.
fn spec(path: &Path, private: bool) -> ScriptSpec {
    ScriptSpec {
        path: path.to_owned(),
        command: functions::command(),
        limits: ScriptLimits::default(),
        private,
    }
}

/// Why a program cannot be used at all.
fn unloadable(error: &ProgramLoadError) -> CommandFailure {
    let place = error.place().map(|place| format!("{place}: "));
    let sentence = format!(
        "{}{}",
        place.unwrap_or_default(),
        error.to_diagnostic().message
    );
    let failure = CommandFailure::new(sentence);
    match error.hint() {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

/// Whether it is the program that is wrong, rather than the path or the machine.
fn is_finding(error: &ProgramLoadError) -> bool {
    !matches!(
        error,
        ProgramLoadError::Missing { .. }
            | ProgramLoadError::NoEntry { .. }
            | ProgramLoadError::Unstartable { .. }
            | ProgramLoadError::Unconfined { .. }
    )
}
