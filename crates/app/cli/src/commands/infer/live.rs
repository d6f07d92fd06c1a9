//! Tools of running sources.

use std::collections::HashSet;

use candor_gateway::edit::SuggestedTool;
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
        let mut rows = rows(&gateway, args.all).await?;
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

/// The suggestions, most valuable first; with `all`, also each tool's effective hints, and finally
/// the tools without suggestions.
async fn rows(gateway: &Gateway, all: bool) -> CommandResult<Vec<InferenceRow>> {
    let editor = gateway.editor();
    let demand = editor.tool_demand().await?;
    let ranked = SuggestedTool::ranked(editor.suggestions(), &demand);
    let mut rows = Vec::new();
    let by_itself = |tool: &CatalogueTool| {
        let hints = Hint::ALL.into_iter().filter(|_| all);
        hints.filter_map(|hint| counting(tool, hint)).collect()
    };
    for one in &ranked {
        let tool = &*one.tool;
        let mut own: Vec<InferenceRow> = by_itself(tool);
        own.extend(one.suggestions.iter().map(|suggestion| {
            let (source, name) = (tool.name.source().as_str(), tool.name.own());
            let finding = &suggestion.finding;
            InferenceRow::of(source, name, finding, declared(tool, finding.hint))
        }));
        for row in &mut own {
            row.demand = Some(one.demand);
        }
        rows.append(&mut own);
    }
    let catalogue = gateway.catalogue();
    let named: HashSet<_> = ranked.iter().map(|one| &one.tool.name).collect();
    let rest = catalogue.tools().iter();
    for tool in rest.filter(|tool| !named.contains(&tool.name)) {
        rows.append(&mut by_itself(tool));
    }
    Ok(rows)
}

/// The effective hint.
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
        demand: None,
    })
}

fn declared(tool: &CatalogueTool, hint: Hint) -> Option<bool> {
    match tool.declared.hint(hint)?.value {
        FieldValue::Set(value) => Some(value),
        FieldValue::Clear => None,
    }
}
