//! Tools that somebody wrote down, without a server.

use candor_infer::Inference;
use candor_model::Hint;

use super::Row;
use crate::args::Infer;
use crate::described::{self, Described, Reading};
use crate::dump::Dump;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::{self, Failure};

/// Reads the file and tells what evidence there is in it.
pub(super) fn run(name: &str, args: &Infer, output: &Output) -> Result<Exit, Failure> {
    let dump = Dump::open(name, args.source.as_ref())?;
    let reading = Reading {
        destructive: args.destructive.unwrap_or_default(),
        open_world: None,
    };
    let rows: Vec<Row> = dump
        .groups
        .iter()
        .flat_map(|(source, tools)| {
            let found = described::infer(source, tools, reading);
            let found = tools.iter().zip(found);
            found.flat_map(|(tool, found)| rows(source, tool, &found))
        })
        .filter(|row| row.is_wanted(args))
        .collect();
    super::tell(args, &rows, &dump.diagnostics, output)?;
    Ok(Exit::with_findings(problems::has_errors(&dump.diagnostics)))
}

fn rows(source: &str, tool: &Described, inference: &Inference) -> Vec<Row> {
    let declared = |hint: Hint| tool.declared.get(hint);
    let findings = inference.findings.iter();
    findings
        .map(|finding| Row::of(source, &tool.name, finding, declared(finding.hint)))
        .collect()
}
