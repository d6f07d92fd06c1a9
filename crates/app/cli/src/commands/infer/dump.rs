//! Tools of a dump, without a server.

use candor_infer::ToolInference;
use candor_lint::{DescribedTool, InferOptions};
use candor_model::Hint;

use super::InferenceRow;
use crate::args::InferArgs;
use crate::failure;
use crate::prelude::{CommandExit, CommandOutput, CommandResult};
use crate::tool_dump::ToolDump;

/// Reads the file and infers hints for the tools in it.
pub(super) fn run(name: &str, args: &InferArgs, output: &CommandOutput) -> CommandResult {
    let dump = ToolDump::open(name, args.source.as_ref())?;
    let options = InferOptions {
        destructive: args.destructive.unwrap_or_default(),
        open_world: None,
    };
    let rows: Vec<InferenceRow> = dump
        .groups
        .iter()
        .flat_map(|(source, tools)| {
            let found = candor_lint::infer(source, tools, options);
            let found = tools.iter().zip(found);
            found.flat_map(|(tool, found)| rows(source, tool, &found))
        })
        .filter(|row| row.is_wanted(args))
        .collect();
    super::print(args, &rows, &dump.diagnostics, output)?;
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
