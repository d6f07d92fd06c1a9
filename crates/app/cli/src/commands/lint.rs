//! `candor lint`: finds problems in tool definitions with the rules of `candor-lint`.

mod live;
mod report;

use candor_lint::{InferOptions, LintReport, LintSubject};
use candor_model::Diagnostic;

use crate::args::LintArgs;
use crate::prelude::*;
use crate::tool_dump::ToolDump;

/// Checks the tools of a dump or of sources.
pub(super) async fn run(args: &LintArgs, context: &CommandContext) -> CommandResult {
    match args.target().dump()? {
        Some(name) => dump(name, args, &context.output),
        None => live::run(args, context).await,
    }
}

/// Reads the file and checks the tools in it.
fn dump(name: &str, args: &LintArgs, output: &CommandOutput) -> CommandResult {
    let dump = ToolDump::open(name, args.source.as_ref())?;
    let mut subjects = Vec::new();
    for (source, tools) in dump.groups {
        let inferred = candor_lint::infer(&source, &tools, InferOptions::default());
        let inferred = tools.into_iter().zip(inferred);
        subjects
            .extend(inferred.map(|(tool, found)| LintSubject::described(&source, tool, &found)));
    }
    check(&subjects, dump.diagnostics, output)
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
