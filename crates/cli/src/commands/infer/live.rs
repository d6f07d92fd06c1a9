//! Tools of sources that are started and asked.

use candor_config::Flags;
use candor_gateway::{Gateway, Tool};
use candor_model::{Diagnostic, Hint, Say};

use super::Row;
use crate::args::Infer;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::{self, Failure};
use crate::target::Target;

/// Starts the sources, or the target, and tells what evidence says about their tools.
pub(super) async fn run(args: &Infer, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    let target = args.target();
    let mut opened = target.open(flags)?;
    let workspace = &mut opened.workspace;
    if let Some(source) = &args.source {
        workspace.narrow(source)?;
    }
    if let Some(policy) = args.destructive {
        workspace.settings.inference.destructive = policy;
        for source in &mut workspace.settings.sources {
            source.destructive = None;
        }
    }
    let workspace = &opened.workspace;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let mut diagnostics = workspace.diagnostics.clone();
        diagnostics.extend(down(&gateway, &target));
        diagnostics.extend_from_slice(gateway.catalogue().diagnostics());
        let mut rows = rows(&gateway, args.all);
        let source = args.source.as_ref();
        rows.retain(|row| source.is_none_or(|source| source.as_str() == row.source));
        rows.retain(|row| row.is_wanted(args));
        super::tell(args, &rows, &diagnostics, output)?;
        Ok(Exit::with_findings(problems::has_errors(&diagnostics)))
    })
    .await
}

/// Sources whose tools are missing here.
fn down(gateway: &Gateway, target: &Target<'_>) -> Vec<Diagnostic> {
    let sources = gateway.sources().into_iter();
    sources
        .filter(|source| !source.state.is_ready())
        .map(|source| {
            let sentence = format!("source `{}` {}", source.name, source.state);
            let hint = target.way_out(&sentence);
            let mut told = Diagnostic::error("infer::no-answer", sentence);
            told.hint = hint.map(str::to_owned);
            told
        })
        .collect()
}

fn rows(gateway: &Gateway, all: bool) -> Vec<Row> {
    let mut suggestions = gateway.desk().suggestions().into_iter().peekable();
    let catalogue = gateway.catalogue();
    let mut rows = Vec::new();
    for tool in catalogue.tools() {
        if all {
            rows.extend(
                Hint::ALL
                    .into_iter()
                    .filter_map(|hint| counting(tool, hint)),
            );
        }
        while let Some(one) = suggestions.next_if(|one| one.tool.name == tool.name) {
            let (source, own) = (tool.name.source().as_str(), tool.name.own());
            let declared = declared(tool, one.finding.hint);
            rows.push(Row::of(source, own, &one.finding, declared));
        }
    }
    rows
}

/// What counts by itself.
fn counting(tool: &Tool, hint: Hint) -> Option<Row> {
    let statement = tool.inferred.hint(hint)?;
    let Say::Set(value) = statement.say else {
        return None;
    };
    Some(Row {
        source: tool.name.source().to_string(),
        own: tool.name.own().to_owned(),
        hint,
        value,
        confidence: None,
        evidence: statement
            .voice
            .why
            .iter()
            .map(ToString::to_string)
            .collect(),
        applies: true,
        declared: declared(tool, hint),
    })
}

fn declared(tool: &Tool, hint: Hint) -> Option<bool> {
    match tool.declared.hint(hint)?.say {
        Say::Set(value) => Some(value),
        Say::Clear => None,
    }
}
