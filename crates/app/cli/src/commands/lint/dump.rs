//! Tools that somebody wrote down, without a server.

use super::LintSubject;
use crate::args::LintArgs;
use crate::described_tool::{self, InferOptions};
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::output::CommandOutput;
use crate::tool_dump::ToolDump;

/// Reads the file and looks at the tools in it.
pub(super) fn run(
    name: &str,
    args: &LintArgs,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let dump = ToolDump::open(name, args.source.as_ref())?;
    let reading = InferOptions {
        destructive: candor_model::DestructivePolicy::default(),
        open_world: None,
    };
    let mut subjects = Vec::new();
    for (source, tools) in dump.groups {
        let found = described_tool::infer(&source, &tools, reading);
        let found = tools.into_iter().zip(found);
        subjects.extend(found.map(|(tool, found)| LintSubject::written(&source, tool, &found)));
    }
    super::conclude(&subjects, dump.diagnostics, output)
}
