//! `candor environment show`.

use candor_gateway::edit::{EnvironmentDetails, OpinionEntry, opinion_json};
use candor_model::{EnvironmentName, OpinionScope};
use serde_json::Map;

use crate::prelude::*;

/// The placeholder for secrets.
const SECRET: &str = "(secret)";

/// Shows an environment with its variables and overrides.
pub(super) async fn run(name: &EnvironmentName, workspace: &CommandWorkspace) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let editor = gateway.editor();
        let view = editor.environment(name).await?;
        let mut entries = editor.opinions().await?;
        let here = OpinionScope::Environment(name.clone());
        entries.retain(|entry| entry.key.scope == here);
        let output = &workspace.output;
        let json = || {
            let mut shown = super::json(&view);
            shown["annotations"] = annotations(&entries);
            shown
        };
        output.json_or(json, || print(&view, &entries, output))
    })
    .await
}

fn print(
    view: &EnvironmentDetails,
    entries: &[OpinionEntry],
    output: &CommandOutput,
) -> CommandResult<()> {
    let environment = &view.environment;
    output.line(&output.paint(TextStyle::Bold, environment.name.as_str()))?;
    let inherited = || "same as `/mcp`".to_owned();
    let profile = environment.profile.map(|one| one.as_str().to_owned());
    let provenance = environment.provenance.map(|yes| yes.to_string());
    let mut rows = vec![
        ("endpoint", super::endpoint(view)),
        ("description", one_line(&environment.description)),
        ("profile", profile.unwrap_or_else(inherited)),
        ("provenance", provenance.unwrap_or_else(inherited)),
    ];
    if view.version.is_none() {
        let place = "the configuration file; edit it there";
        rows.push(("declared", place.to_owned()));
    }
    rows.extend(view.variables.iter().map(|variable| {
        let value = variable.value.as_deref().map(one_line);
        let value = value.unwrap_or_else(|| SECRET.to_owned());
        ("variable", format!("{} = {value}", variable.name))
    }));
    rows.extend(entries.iter().map(|entry| {
        let about = one_line(&entry.key.about.to_string());
        let says = one_line(&opinion_json(&entry.opinion).to_string());
        ("annotations", format!("{about} {says}"))
    }));
    output.fields(&rows)
}

/// The overrides of each tool or pattern, from file and store combined.
fn annotations(entries: &[OpinionEntry]) -> Value {
    let mut all: Map<String, Value> = Map::new();
    for entry in entries {
        let known = all.entry(entry.key.about.to_string());
        let known = known.or_insert_with(|| json!({}));
        let said = opinion_json(&entry.opinion);
        if let (Value::Object(known), Value::Object(said)) = (known, said) {
            // The file comes after the store, and wins.
            known.extend(said);
        }
    }
    Value::Object(all)
}
