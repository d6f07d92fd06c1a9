//! `candor environment show`.

use candor_gateway::edit::{EnvironmentDetails, OpinionEntry, opinion_json};
use candor_model::{EnvironmentName, HintProfile, OpinionScope};
use serde_json::{Map, Value};

use super::SECRET;
use crate::output::TextStyle;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::text::one_line;

/// Shows an environment with its variables and overrides.
pub(super) async fn run(
    name: &EnvironmentName,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let view = editor.environment(name).await?;
        let mut entries = editor.opinions().await?;
        let here = OpinionScope::Environment(name.clone());
        entries.retain(|entry| entry.key.scope == here);
        if output.is_json() {
            let mut shown = super::json(&view);
            shown["annotations"] = annotations(&entries);
            output.json(&shown)?;
        } else {
            print(&view, &entries, output)?;
        }
        Ok(())
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
    let profile = environment
        .profile
        .map(HintProfile::as_str)
        .map(str::to_owned);
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
    for (key, value) in rows {
        if !value.is_empty() {
            output.line(&format!("  {key:<12} {value}"))?;
        }
    }
    for variable in &view.variables {
        let value = variable.value.as_deref().map(one_line);
        let value = value.unwrap_or_else(|| SECRET.to_owned());
        output.line(&format!("  variable     {} = {value}", variable.name))?;
    }
    for entry in entries {
        let about = one_line(&entry.key.about.to_string());
        let says = one_line(&opinion_json(&entry.opinion).to_string());
        output.line(&format!("  annotations  {about} {says}"))?;
    }
    Ok(())
}

/// What is said about each tool or pattern; the file's word and the store's in one.
fn annotations(entries: &[OpinionEntry]) -> Value {
    let mut all: Map<String, Value> = Map::new();
    for entry in entries {
        let said = opinion_json(&entry.opinion);
        let known = all
            .entry(entry.key.about.to_string())
            .or_insert_with(|| Value::Object(Map::new()));
        if let (Value::Object(known), Value::Object(said)) = (known, said) {
            // The file comes after the store, and wins.
            known.extend(said);
        }
    }
    Value::Object(all)
}
