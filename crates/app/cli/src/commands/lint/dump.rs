//! Tools of a dump, without a server.

use candor_lint::{InferOptions, LintSubject};

use crate::args::LintArgs;
use crate::prelude::{CommandOutput, CommandResult};
use crate::tool_dump::ToolDump;

/// Reads the file and checks the tools in it.
pub(super) fn run(name: &str, args: &LintArgs, output: &CommandOutput) -> CommandResult {
    let dump = ToolDump::open(name, args.source.as_ref())?;
    let mut subjects = Vec::new();
    for (source, tools) in dump.groups {
        let inferred = candor_lint::infer(&source, &tools, InferOptions::default());
        let inferred = tools.into_iter().zip(inferred);
        subjects
            .extend(inferred.map(|(tool, found)| LintSubject::described(&source, tool, &found)));
    }
    super::check(&subjects, dump.diagnostics, output)
}
