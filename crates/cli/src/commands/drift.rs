//! `candor drift`: definitions that have changed.

mod accept;
mod history;
mod list;
mod show;

use candor_config::Flags;
use candor_model::Drift as Changed;
use serde_json::{Value, json};

use crate::args::Drift;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;
use crate::text;
use crate::when;
use crate::workspace::Workspace;

/// Does what was asked for. What has changed is in the store, so that no source is started.
pub(super) async fn run(args: &Drift, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
    workspace.start_nothing();
    match args {
        Drift::List { source } => list::run(source.as_ref(), &workspace, output).await,
        Drift::Show { tool } => show::run(tool, &workspace, output).await,
        Drift::Accept(args) => accept::run(args, &workspace, output).await,
        Drift::History { tool, limit } => {
            history::run(tool.as_ref(), *limit, &workspace, output).await
        }
    }
}

/// What differs, one line each.
pub(super) fn differences(drift: &Changed) -> impl Iterator<Item = String> {
    drift.differences.iter().map(|line| text::one_line(line))
}

/// How the change is accepted as it was seen.
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
        "found_at": when::text(drift.found.at_micros),
        "loosens": drift.loosens,
        "quarantined": drift.quarantined,
        "differences": drift.differences,
        "definition": serde_json::from_str::<Value>(&drift.found.definition).ok(),
    })
}
