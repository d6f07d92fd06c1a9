//! Shows the plan before it is applied.

use candor_adopt::{AdoptPlan, ClientKind, PlannedSource, ServerTransport};

use super::apply::AppliedPlan;
use crate::prelude::*;
use crate::text::visible;

/// Prints a plan, or as JSON what became of it.
pub(super) fn plan(
    plan: &AdoptPlan,
    applied: Option<&AppliedPlan>,
    output: &CommandOutput,
) -> CommandResult<()> {
    if output.is_json() {
        return output.json(&json_all(plan, applied));
    }
    let secrets = plan.secrets();
    for change in &plan.changes {
        output.print(&visible(&change.diff(&secrets)))?;
    }
    for source in &plan.sources {
        for note in notes(source) {
            output.say(&note);
        }
    }
    for left in &plan.left {
        output.say(&format!(
            "stays in {}: {}: {}",
            left.client.title(),
            one_line(&left.name),
            one_line(&left.reason)
        ));
    }
    if plan.sources.is_empty() {
        output.say("nothing to move");
    }
    Ok(())
}

/// Facts that the diff does not show.
fn notes(source: &PlannedSource) -> Vec<String> {
    let mut notes = Vec::new();
    let name = &source.name;
    if source.sealed {
        notes.push(format!(
            "{name}: holds secrets, so it is kept encrypted in the data directory"
        ));
    }
    if let ServerTransport::Remote { headers, .. } = &source.transport
        && headers.is_empty()
    {
        notes.push(format!(
            "{name}: has no credentials in the file; if your client signs in to it in a browser, \
             keep it there with `--except`"
        ));
    }
    if source.origins.len() > 1 {
        let count = source.origins.len();
        notes.push(format!("{name}: one source for {count} equal entries"));
    }
    if !source.dropped.is_empty() {
        let keys = source.dropped.join("`, `");
        notes.push(format!(
            "{name}: `{keys}` is not taken along; a toolset can choose tools, and a policy can ask"
        ));
    }
    notes
}

fn json_all(plan: &AdoptPlan, applied: Option<&AppliedPlan>) -> Value {
    let secrets = plan.secrets();
    let sources = plan.sources.iter().map(|source| {
        let origins = source.origins.iter().map(|(client, path, name)| {
            json!({
                "client": client.as_str(),
                "file": path.display().to_string(),
                "name": name,
            })
        });
        json!({
            "name": source.name,
            "encrypted": source.sealed,
            "enabled": source.enabled,
            "from": origins.collect::<Value>(),
            "not_taken_along": source.dropped,
        })
    });
    let changes = plan.changes.iter().map(|change| {
        json!({
            "file": change.path.display().to_string(),
            "client": change.client.map(ClientKind::as_str),
            "diff": change.diff(&secrets),
            "written": applied.map(|applied| applied.has_written(&change.path)),
        })
    });
    let left = plan.left.iter().map(|left| {
        json!({
            "client": left.client.as_str(),
            "file": left.path.display().to_string(),
            "name": left.name,
            "reason": left.reason,
        })
    });
    json!({
        "dry_run": applied.is_none(),
        "sources": sources.collect::<Value>(),
        "changes": changes.collect::<Value>(),
        "left": left.collect::<Value>(),
        "backup": applied.map(|applied| applied.backup.display().to_string()),
    })
}
