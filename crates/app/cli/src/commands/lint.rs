//! `candor lint`: finds problems in tool definitions with the rules of `candor-lint`.

mod dump;
mod live;
mod report;

use candor_config::SettingFlags;
use candor_lint::{LintReport, LintSubject};
use candor_model::Diagnostic;

use crate::args::LintArgs;
use crate::prelude::{CommandExit, CommandOutput, CommandResult};

/// Checks the tools of a dump or of sources.
pub(super) async fn run(
    args: &LintArgs,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    match args.target().dump()? {
        Some(name) => dump::run(name, args, output),
        None => live::run(args, flags, output).await,
    }
}

/// Runs the rules and prints the report. `general` is what was found while the tools were read.
fn check(
    subjects: &[LintSubject],
    general: Vec<Diagnostic>,
    output: &CommandOutput,
) -> CommandResult {
    let report = LintReport::new(subjects, general);
    report::print(&report, output)?;
    Ok(CommandExit::with_findings(report.has_problems()))
}
