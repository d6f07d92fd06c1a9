//! `candor toolset show`.

use candor_gateway::edit::{OpinionEntry as Said, ToolsetDetails, opinion_json};
use candor_model::{ConfirmMode, OpinionScope, ToolPattern, ToolsetMember, ToolsetName};

use super::view;
use crate::prelude::*;

/// Shows a toolset with its tools, notes and overrides.
pub(super) async fn run(name: &ToolsetName, workspace: &CommandWorkspace) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let editor = gateway.editor();
        let view = editor.toolset(name).await?;
        let mut said = editor.opinions().await?;
        let here = OpinionScope::Toolset(name.clone());
        said.retain(|entry| entry.key.scope == here && !entry.opinion.is_empty());
        let output = &workspace.output;
        let json = || {
            let mut shown = view::json(&view);
            shown["annotations"] = said.iter().map(annotation).collect();
            shown
        };
        output.json_or(json, || print(&view, &said, output))?;
        Ok(CommandExit::with_findings(!view.missing.is_empty()))
    })
    .await
}

fn annotation(entry: &Said) -> Value {
    json!({
        "about": entry.key.about.to_string(),
        "says": opinion_json(&entry.opinion),
        "declared": entry.version.is_none(),
    })
}

fn print(view: &ToolsetDetails, said: &[Said], output: &CommandOutput) -> CommandResult<()> {
    output.line(&output.paint(TextStyle::Bold, view.toolset.name.as_str()))?;
    output.fields(&rows(view, said))?;
    if !view.tools.is_empty() {
        let rows = view.tools.iter().map(|offered| {
            [
                one_line(&offered.tool.name.to_string()).into(),
                view::cost(offered).to_string().into(),
                hints::brief(offered.effective.shown.hints()).into(),
            ]
        });
        output.line("")?;
        output.table(TextTable::new(&["TOOL", "TOKENS", "HINTS"], rows))?;
    }
    let notes = view.tools.iter().filter(|tool| !tool.notes.is_empty());
    for offered in notes {
        let name = one_line(&offered.tool.name.to_string());
        output.line(&format!("\nnotes on {name}"))?;
        for note in &offered.notes {
            let text = one_line(note.text());
            output.line(&format!("  {}: {text}", note.name()))?;
        }
    }
    if !view.missing.is_empty() {
        output.line("")?;
    }
    for missing in &view.missing {
        let word = output.paint(TextStyle::Error, "missing");
        let member = one_line(&missing.member.to_string());
        output.line(&format!("{word}: {member}: {}", missing.why.as_str()))?;
    }
    Ok(())
}

fn rows(view: &ToolsetDetails, said: &[Said]) -> Vec<(&'static str, String)> {
    let toolset = &view.toolset;
    let inherited = || "same as `/mcp`".to_owned();
    let profile = toolset.profile.map(|one| one.as_str().to_owned());
    let provenance = toolset.provenance.map(|yes| yes.to_string());
    let budget = toolset.budget.map(|budget| format!("{budget} characters"));
    let mut endpoint = view::endpoint(&toolset.name);
    if view.equipped {
        endpoint.push_str(", and /mcp while it is equipped");
    }
    let mut rows = vec![
        ("endpoint", endpoint),
        ("description", one_line(&toolset.description)),
        ("profile", profile.unwrap_or_else(inherited)),
        ("provenance", provenance.unwrap_or_else(inherited)),
        ("budget", budget.unwrap_or_else(inherited)),
    ];
    if !toolset.prompts_and_resources {
        let sentence = "no prompts or resources".to_owned();
        rows.push(("tools only", sentence));
    }
    let declared = || {
        (
            "declared",
            "the configuration file; edit it there".to_owned(),
        )
    };
    let version = view.number.map(|version| ("version", version.to_string()));
    rows.extend([version.unwrap_or_else(declared), ("cost", cost(view))]);
    rows.extend(toolset.members.iter().map(|one| ("member", named(one))));
    rows.extend(toolset.confirm.iter().map(|one| ("confirm", mode(one))));
    rows.extend(said.iter().map(|entry| {
        let says = opinion_json(&entry.opinion).to_string();
        let line = format!("{} {says}", entry.key.about);
        ("annotations", one_line(&line))
    }));
    rows
}

fn cost(view: &ToolsetDetails) -> String {
    let tools = counted(view.tools.len(), "tool");
    let (own, all) = (view.tokens, view.tokens_of_everything);
    let saving = view::saving(view);
    if saving > 0 && all > 0 {
        let percent = 100 * (all - own) / all;
        format!("{tools}, about {own} tokens; {saving} less than all tools ({percent} %)")
    } else {
        format!("{tools}, about {own} tokens; all tools cost {all}")
    }
}

/// A member, and the definition it is pinned to.
fn named(member: &ToolsetMember) -> String {
    let text = one_line(&member.to_string());
    match member {
        ToolsetMember::Tool(tool) if tool.name().is_some() => match tool.ref_id() {
            Some(id) => format!("{text}, pinned to {id}"),
            None => text,
        },
        _ => text,
    }
}

fn mode((about, mode): &(ToolPattern, ConfirmMode)) -> String {
    format!("{}: {}", one_line(&about.to_string()), mode.as_str())
}
