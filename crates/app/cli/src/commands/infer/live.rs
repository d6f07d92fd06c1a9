//! Tools of sources that are started.

use candor_gateway::{CatalogueTool, Gateway};
use candor_model::{Diagnostic, FieldValue, Hint};

use super::InferenceRow;
use crate::args::InferArgs;
use crate::prelude::*;
use crate::target::CommandTarget;

/// Starts the sources, or the target, and infers hints for their tools.
pub(super) async fn run(args: &InferArgs, context: &CommandContext) -> CommandResult {
    let target = args.target();
    let mut opened = target.open(context)?;
    let workspace = &mut opened.workspace;
    if let Some(policy) = args.destructive {
        workspace.settings.inference.destructive = policy;
        for source in &mut workspace.settings.sources {
            source.destructive = None;
        }
    }
    let workspace = &opened.workspace;
    with_gateway(workspace, async |gateway| {
        let mut diagnostics = workspace.diagnostics.clone();
        diagnostics.extend(offline(&gateway, &target));
        diagnostics.extend_from_slice(gateway.catalogue().diagnostics());
        let mut rows = rows(&gateway, args.all);
        let source = args.source.as_ref();
        rows.retain(|row| source.is_none_or(|source| source.as_str() == row.source));
        rows.retain(|row| row.is_wanted(args));
        super::print(args, &rows, &diagnostics, &context.output)?;
        Ok(failure::exit(&diagnostics))
    })
    .await
}

/// The sources whose tools are missing.
fn offline(gateway: &Gateway, target: &CommandTarget<'_>) -> Vec<Diagnostic> {
    let offline = status::offline(gateway).into_iter();
    offline
        .map(|sentence| {
            let hint = target.way_out(&sentence).map(str::to_owned);
            let mut found = Diagnostic::error("infer::no-answer", sentence);
            found.hint = hint;
            found
        })
        .collect()
}

fn rows(gateway: &Gateway, all: bool) -> Vec<InferenceRow> {
    let mut suggestions = gateway.editor().suggestions().into_iter().peekable();
    let catalogue = gateway.catalogue();
    let mut rows = Vec::new();
    for tool in catalogue.tools() {
        if all {
            let hints = Hint::ALL.into_iter();
            rows.extend(hints.filter_map(|hint| counting(tool, hint)));
        }
        while let Some(one) = suggestions.next_if(|one| one.tool.name == tool.name) {
            let (source, own) = (tool.name.source().as_str(), tool.name.own());
            let declared = declared(tool, one.finding.hint);
            rows.push(InferenceRow::of(source, own, &one.finding, declared));
        }
    }
    rows
}

/// What counts by itself.
fn counting(tool: &CatalogueTool, hint: Hint) -> Option<InferenceRow> {
    let statement = tool.inferred.hint(hint)?;
    let FieldValue::Set(value) = statement.value else {
        return None;
    };
    let why = &statement.provenance.why;
    Some(InferenceRow {
        source: tool.name.source().to_string(),
        own: tool.name.own().to_owned(),
        hint,
        value,
        confidence: None,
        evidence: why.iter().map(ToString::to_string).collect(),
        applies: true,
        declared: declared(tool, hint),
    })
}

fn declared(tool: &CatalogueTool, hint: Hint) -> Option<bool> {
    match tool.declared.hint(hint)?.value {
        FieldValue::Set(value) => Some(value),
        FieldValue::Clear => None,
    }
}
