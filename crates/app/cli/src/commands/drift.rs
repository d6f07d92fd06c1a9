//! `candor drift`: definitions that have changed.

mod accept;
mod history;
mod list;
mod show;

use candor_config::SettingFlags;
use candor_model::DriftRecord as Changed;
use serde_json::{Value, json};

use crate::args::DriftCommand;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace};
use crate::text;
use crate::timestamp;

/// Runs the subcommand. Changes are in the store, so no source is started.
pub(super) async fn run(
    args: &DriftCommand,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    let mut workspace = CommandWorkspace::open(flags)?;
    workspace.print_diagnostics(output);
    workspace.start_nothing();
    match args {
        DriftCommand::List { source } => list::run(source.as_ref(), &workspace, output).await,
        DriftCommand::Show { tool } => show::run(tool, &workspace, output).await,
        DriftCommand::Accept(args) => accept::run(args, &workspace, output).await,
        DriftCommand::History { tool, limit } => {
            history::run(tool.as_ref(), *limit, &workspace, output).await
        }
    }
}

/// What differs, one line each.
pub(super) fn differences(drift: &Changed) -> impl Iterator<Item = String> {
    drift.differences.iter().map(|line| text::one_line(line))
}

/// The command that accepts exactly this change.
pub(super) fn how_to_accept(drift: &Changed) -> String {
    format!(
        "accept with `candor drift accept {} --hash {}`",
        text::one_line(&drift.name.to_string()),
        drift.found.hash
    )
}

/// A change as JSON.
pub(super) fn json(drift: &Changed) -> Value {
    json!({
        "tool": drift.name.to_string(),
        "renamed_from": drift.renamed_from.as_ref().map(ToString::to_string),
        "pinned": drift.pinned.to_string(),
        "found": drift.found.hash.to_string(),
        "found_at": timestamp::text(drift.found.at_micros),
        "loosens": drift.loosens,
        "quarantined": drift.quarantined,
        "differences": drift.differences,
        "definition": serde_json::from_str::<Value>(&drift.found.definition).ok(),
    })
}
