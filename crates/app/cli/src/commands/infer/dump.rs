//! Tools that somebody wrote down, without a server.

use candor_infer::ToolInference;
use candor_model::Hint;

use super::InferenceRow;
use crate::args::InferArgs;
use crate::described_tool::{self, DescribedTool, InferOptions};
use crate::exit::CommandExit;
use crate::failure::{self, CommandFailure};
use crate::output::CommandOutput;
use crate::tool_dump::ToolDump;

/// Reads the file and tells what evidence there is in it.
pub(super) fn run(
    name: &str,
    args: &InferArgs,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let dump = ToolDump::open(name, args.source.as_ref())?;
    let reading = InferOptions {
        destructive: args.destructive.unwrap_or_default(),
        open_world: None,
    };
    let rows: Vec<InferenceRow> = dump
        .groups
        .iter()
        .flat_map(|(source, tools)| {
            let found = described_tool::infer(source, tools, reading);
            let found = tools.iter().zip(found);
            found.flat_map(|(tool, found)| rows(source, tool, &found))
        })
        .filter(|row| row.is_wanted(args))
        .collect();
    super::tell(args, &rows, &dump.diagnostics, output)?;
    Ok(CommandExit::with_findings(failure::has_errors(
        &dump.diagnostics,
    )))
}

fn rows(source: &str, tool: &DescribedTool, inference: &ToolInference) -> Vec<InferenceRow> {
    let declared = |hint: Hint| tool.declared.get(hint);
    let findings = inference.findings.iter();
    findings
        .map(|finding| InferenceRow::of(source, &tool.name, finding, declared(finding.hint)))
        .collect()
}
