//! `candor toolset history`.

use candor_gateway::edit::opinion_json;
use candor_model::{Toolset, ToolsetName};
use candor_store::ToolsetVersion;

use super::view;
use crate::prelude::*;

/// Lists the versions of a toolset, newest first.
pub(super) async fn run(name: &ToolsetName, workspace: &CommandWorkspace) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let versions = gateway.editor().toolset_versions(name).await?;
        let output = &workspace.output;
        let json = || json!({"versions": versions.iter().map(json_one).collect::<Value>()});
        output.json_or(json, || output.table(table(&versions)))
    })
    .await
}

fn table(versions: &[ToolsetVersion]) -> TextTable {
    let rows = versions.iter().map(|version| {
        let author = &version.author;
        let what = match &version.toolset {
            Some(toolset) => described(toolset, version),
            None => "deleted or renamed".to_owned(),
        };
        let why = author.why.as_deref().map(|why| format!(" ({why})"));
        [
            version.number.to_string().into(),
            timestamp::text(version.at_micros).into(),
            one_line(&format!("{} ({})", author.name, author.channel.as_str())).into(),
            one_line(&format!("{what}{}", why.unwrap_or_default())).into(),
        ]
    });
    TextTable::new(&["VERSION", "WHEN", "WHO", "WHAT"], rows)
}

fn described(toolset: &Toolset, version: &ToolsetVersion) -> String {
    let members: Vec<String> = toolset.members.iter().map(ToString::to_string).collect();
    let said = match version.opinions.as_ref().map_or(0, Vec::len) {
        0 => String::new(),
        some => format!(", {}", counted(some, "annotation")),
    };
    let (members, notes) = (members.join(", "), super::note_count(toolset));
    format!("{}: {members}; {notes}{said}", toolset.name)
}

/// The version's contents, with its annotation overrides if known.
fn content(toolset: &Toolset, version: &ToolsetVersion) -> Value {
    let mut shown = view::content(toolset);
    let said = version.opinions.as_ref().map(|said| {
        let said = said.iter();
        said.map(|(about, said)| json!({"about": about.to_string(), "fields": opinion_json(said)}))
            .collect::<Value>()
    });
    shown["annotations"] = json!(said);
    shown
}

fn json_one(version: &ToolsetVersion) -> Value {
    let author = &version.author;
    json!({
        "version": version.number,
        "at": timestamp::text(version.at_micros),
        "who": author.name,
        "door": author.channel.as_str(),
        "why": author.why,
        "toolset": version.toolset.as_ref().map(|toolset| content(toolset, version)),
    })
}
