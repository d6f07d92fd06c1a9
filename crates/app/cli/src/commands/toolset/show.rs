//! `candor toolset show`.

use candor_gateway::edit::{OpinionEntry as Said, ToolsetDetails, opinion_json};
use candor_model::{
    ConfirmMode, HintProfile, OpinionScope, ToolPattern, ToolsetMember, ToolsetName,
};
use serde_json::{Value, json};

use super::view;
use crate::hints;
use crate::output::TextStyle;
use crate::prelude::{CommandExit, CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::table::TextTable;
use crate::text::{counted, one_line};

/// Where a toolset is that cannot be changed here.
const DECLARED: &str = "the configuration file; edit it there";

/// Shows a toolset with its tools, notes and overrides.
pub(super) async fn run(
    name: &ToolsetName,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let view = editor.toolset(name).await?;
        let mut said = editor.opinions().await?;
        let here = OpinionScope::Toolset(name.clone());
        said.retain(|entry| entry.key.scope == here && !entry.opinion.is_empty());
        if output.is_json() {
            let mut shown = view::json(&view);
            shown["annotations"] = said.iter().map(annotation).collect();
            output.json(&shown)?;
        } else {
            print(&view, &said, output)?;
        }
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
    for (key, value) in rows(view, said) {
        if !value.is_empty() {
            output.line(&format!("  {key:<12} {value}"))?;
        }
    }
    if !view.tools.is_empty() {
        let mut table = TextTable::new(&["TOOL", "TOKENS", "HINTS"]);
        for offered in &view.tools {
            let name = one_line(&offered.tool.name.to_string());
            table.row([
                name.into(),
                view::cost(offered).to_string().into(),
                hints::brief(offered.effective.shown.hints()).into(),
            ]);
        }
        output.line("")?;
        output.table(table)?;
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
    let profile = toolset.profile.map(HintProfile::as_str).map(str::to_owned);
    let provenance = toolset.provenance.map(|yes| yes.to_string());
    let budget = toolset.budget.map(|budget| format!("{budget} characters"));
    let endpoint = view::endpoint(&toolset.name);
    let endpoint = if view.equipped {
        format!("{endpoint}, and /mcp while it is equipped")
    } else {
        endpoint
    };
    let mut rows = vec![
        ("endpoint", endpoint),
        ("description", one_line(&toolset.description)),
        ("profile", profile.unwrap_or_else(inherited)),
        ("provenance", provenance.unwrap_or_else(inherited)),
        ("budget", budget.unwrap_or_else(inherited)),
    ];
    rows.push(match view.version {
        Some(version) => ("version", version.to_string()),
        None => ("declared", DECLARED.to_owned()),
    });
    rows.push(("cost", cost(view)));
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
