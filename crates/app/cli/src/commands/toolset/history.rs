//! `candor toolset history`.

use candor_gateway::edit::opinion_json;
use candor_model::{Toolset, ToolsetName};
use candor_store::ToolsetVersion;
use serde_json::{Value, json};

use super::view;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::table::TextTable;
use crate::text::{counted, one_line};
use crate::timestamp;

/// Lists the versions of a toolset, newest first.
pub(super) async fn run(
    name: &ToolsetName,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    with_gateway(workspace, output, async |gateway| {
        let versions = gateway.editor().toolset_versions(name).await?;
        if output.is_json() {
            let versions: Vec<Value> = versions.iter().map(json_one).collect();
            output.json(&json!({ "versions": versions }))?;
        } else {
            output.table(table(&versions))?;
        }
        Ok(())
    })
    .await
}

fn table(versions: &[ToolsetVersion]) -> TextTable {
    let mut table = TextTable::new(&["VERSION", "WHEN", "WHO", "WHAT"]);
    for version in versions {
        let author = &version.author;
        let what = version.toolset.as_ref();
        let what = what.map_or_else(gone, |toolset| described(toolset, version));
        let why = author.why.as_deref().map(|why| format!(" ({why})"));
        table.row([
            version.version.to_string().into(),
            timestamp::text(version.at_micros).into(),
            one_line(&format!("{} ({})", author.name, author.channel.as_str())).into(),
            one_line(&format!("{what}{}", why.unwrap_or_default())).into(),
        ]);
    }
    table
}

fn gone() -> String {
    "deleted or renamed".to_owned()
}

fn described(toolset: &Toolset, version: &ToolsetVersion) -> String {
    let notes = toolset.notes.iter().map(|entry| entry.notes.len()).sum();
    let members: Vec<String> = toolset.members.iter().map(ToString::to_string).collect();
    let said = version.opinions.as_ref().map_or(0, Vec::len);
    let said = match said {
        0 => String::new(),
        some => format!(", {}", counted(some, "annotation")),
    };
    format!(
        "{}: {}; {}{said}",
        toolset.name,
        members.join(", "),
        counted(notes, "note")
    )
}

/// What it was, with what was said about tools in it, where that is known.
fn content(toolset: &Toolset, version: &ToolsetVersion) -> Value {
    let mut shown = view::content(toolset);
    let said = version.opinions.as_ref().map(|said| {
        let said = said.iter();
        let said = said.map(
            |(about, opinion)| json!({"about": about.to_string(), "fields": opinion_json(opinion)}),
        );
        said.collect::<Vec<_>>()
    });
    shown["annotations"] = json!(said);
    shown
}

fn json_one(version: &ToolsetVersion) -> Value {
    let author = &version.author;
    json!({
        "version": version.version,
        "at": timestamp::text(version.at_micros),
        "who": author.name,
        "door": author.channel.as_str(),
        "why": author.why,
        "toolset": version.toolset.as_ref().map(|toolset| content(toolset, version)),
    })
}
