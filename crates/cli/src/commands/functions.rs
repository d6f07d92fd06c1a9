//! `candor functions`: tools of one's own, from the template to the tests.

mod check;
mod new;
mod run;
mod template;
mod test;

use std::path::Path;

use candor_script::{LoadError, ScriptLimits, ScriptSpec};
use candor_server::functions;

use crate::args::FunctionsCommand;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;
use crate::signals::Signals;

/// How the names of programs end.
pub(crate) const ENDINGS: [&str; 4] = ["ts", "mts", "js", "mjs"];

/// Does what was asked for.
pub(super) async fn run(args: &FunctionsCommand, output: &Output) -> Result<Exit, Failure> {
    let mut signals = Signals::listen()?;
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

/// The program at this path, with the limits that a source has which sets none.
fn spec(path: &Path, private: bool) -> ScriptSpec {
    ScriptSpec {
        path: path.to_owned(),
        command: functions::command(),
        limits: ScriptLimits::default(),
        private,
    }
}

/// Why a program cannot be used at all.
fn unloadable(error: &LoadError) -> Failure {
    let place = error.place().map(|place| format!("{place}: "));
    let sentence = format!(
        "{}{}",
        place.unwrap_or_default(),
        error.to_diagnostic().message
    );
    let failure = Failure::new(sentence);
    match error.hint() {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

/// Whether it is the program that is wrong, rather than the path or the machine.
fn is_finding(error: &LoadError) -> bool {
    !matches!(
        error,
        LoadError::Missing { .. }
            | LoadError::NoEntry { .. }
            | LoadError::Unstartable { .. }
            | LoadError::Unconfined { .. }
    )
}
