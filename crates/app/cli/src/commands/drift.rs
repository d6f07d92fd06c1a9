//! `candor drift`: definitions that have changed.

mod contradictions;
mod instructions;
mod list;
mod show;

use candor_gateway::edit::DriftSelection;
use candor_model::{DriftRecord as Changed, InstructionPin};

use super::changes;
use crate::args::{DriftAcceptArgs, DriftCommand};
use crate::prelude::*;

/// Runs the subcommand. Changes are in the store, so no source is started.
pub(super) async fn run(args: &DriftCommand, context: &CommandContext) -> CommandResult {
    let workspace = CommandWorkspace::open_store(context)?;
    match args {
        DriftCommand::List { source } => list::run(source.as_ref(), &workspace).await,
        DriftCommand::Show {
            tool: Some(tool), ..
        } => show::run(tool, &workspace).await,
        DriftCommand::Show {
            source: Some(source),
            ..
        } => instructions::show(source, &workspace).await,
        DriftCommand::Show { .. } => Err(nothing_named()),
        DriftCommand::Accept(args) => accept(args, &workspace).await,
        DriftCommand::History { tool, limit } => {
            let subject = tool.as_ref().map(ToString::to_string);
            changes::list(subject, Some("drift."), *limit, &workspace).await
        }
    }
}

/// Accepts the change of one tool, or of all tools of a source.
async fn accept(args: &DriftAcceptArgs, workspace: &CommandWorkspace) -> CommandResult {
    let author = args.reason.author(&workspace.actor)?;
    let which = match (&args.tool, &args.source) {
        (Some(tool), _) => DriftSelection::Tool(tool.clone(), args.hash),
        (None, Some(source)) => DriftSelection::Source(source.clone()),
        (None, None) => return Err(nothing_named()),
    };
    with_gateway(workspace, async |gateway| {
        let editor = gateway.editor();
        let instructions = match &args.source {
            Some(source) => editor.changed_instructions_of(source).await?,
            None => None,
        };
        let accepted = editor.accept_drift(&author, &which).await?;
        print_accepted(&accepted, instructions.as_ref(), &workspace.output)
    })
    .await
}

fn nothing_named() -> CommandFailure {
    CommandFailure::new("name a tool, or a source with `--source`")
}

fn print_accepted(
    accepted: &[Changed],
    instructions: Option<&InstructionPin>,
    output: &CommandOutput,
) -> CommandResult<()> {
    if output.is_json() {
        let accepted: Vec<Value> = accepted.iter().map(json).collect();
        let instructions = instructions.map(instructions::json);
        return output.json(&json!({ "accepted": accepted, "instructions": instructions }));
    }
    if let Some(pin) = instructions {
        let word = output.paint(TextStyle::Success, "accepted");
        output.line(&format!("{word}: the instructions of {}", pin.source))?;
    }
    for drift in accepted {
        let name = one_line(&drift.name.to_string());
        let word = output.paint(TextStyle::Success, "accepted");
        output.line(&format!("{word}: {name} as {}", drift.found.hash))?;
    }
    Ok(())
}

/// The differences, one line each.
pub(super) fn differences(drift: &Changed) -> impl Iterator<Item = String> {
    drift.differences.iter().map(|line| one_line(line))
}

/// The command that accepts exactly this change.
pub(super) fn how_to_accept(drift: &Changed) -> String {
    format!(
        "accept with `candor drift accept {} --hash {}`",
        one_line(&drift.name.to_string()),
        drift.found.hash
    )
}

/// A change as JSON.
pub(super) fn json(drift: &Changed) -> Value {
    json!({
        "tool": drift.name.to_string(),
        "renamed_from": drift.renamed_from.as_ref().map(ToString::to_string),
        "kind": drift.kind().as_str(),
        "pinned": drift.pinned.map(|hash| hash.to_string()),
        "found": drift.found.hash.to_string(),
        "found_at": timestamp::text(drift.found.at_micros),
        "loosens": drift.loosens,
        "quarantined": drift.quarantined,
        "differences": drift.differences,
        "definition": serde_json::from_str::<Value>(&drift.found.definition).ok(),
    })
}
