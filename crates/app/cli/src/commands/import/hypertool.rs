//! `candor import hypertool`: toolsets and notes of another gateway.

use candor_gateway::edit::ToolsetImport;
use candor_hypertool::HypertoolImport;

use crate::args::HypertoolImportArgs;
use crate::commands::toolset::{check_free, member, notes, summary};
use crate::prelude::*;

/// Imports all toolsets, or none.
pub(in crate::commands) async fn run(
    args: &HypertoolImportArgs,
    context: &CommandContext,
) -> CommandResult {
    let author = args.reason.author(&context.actor)?;
    let import = candor_hypertool::read(&args.path)?;
    let mut workspace = CommandWorkspace::open(context)?;
    workspace.let_all_sleep();
    let what = format!("`{}`", args.path.display());
    with_gateway(&workspace, async |gateway| {
        let editor = gateway.editor();
        let names = import.toolsets.iter().map(|one| (&one.name, None));
        let names: Vec<_> = names.collect();
        check_free(&editor, &names, &what)
            .await
            .map_err(|failure| failure.because_too(&import.left_out))?;
        if !args.dry_run {
            let baggage = ToolsetImport {
                toolsets: &import.toolsets,
                ..ToolsetImport::default()
            };
            editor.import_toolsets(&author, &baggage).await?;
        }
        print(&import, args.dry_run, &context.output)?;
        Ok(failure::exit(&import.left_out))
    })
    .await
}

fn print(import: &HypertoolImport, pretended: bool, output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        return output.json(&json_all(import, pretended));
    }
    let word = if pretended {
        "would be imported"
    } else {
        "imported"
    };
    for toolset in &import.toolsets {
        output.line(&format!("{word}: {}", summary(toolset)))?;
    }
    if import.toolsets.is_empty() {
        output.say("no toolsets to import");
    }
    failure::print_diagnostics(output, &import.left_out);
    failure::print_diagnostics(output, &import.notices);
    if let Some(name) = &import.equipped {
        output.say(&format!(
            "`{name}` was equipped; `candor toolset equip {name}` serves it at `/mcp`"
        ));
    }
    for file in &import.server_files {
        let file = one_line(&file.display().to_string());
        output.say(&format!(
            "its servers are listed in `{file}`; `candor import mcp-json {file}` imports them"
        ));
    }
    Ok(())
}

fn json_all(import: &HypertoolImport, pretended: bool) -> Value {
    let toolsets: Vec<Value> = import
        .toolsets
        .iter()
        .map(|toolset| {
            json!({
                "name": toolset.name.to_string(),
                "description": toolset.description,
                "members": toolset.members.iter().map(member).collect::<Vec<_>>(),
                "notes": toolset.notes.iter().map(notes).collect::<Vec<_>>(),
            })
        })
        .collect();
    let files = import.server_files.iter();
    json!({
        "dry_run": pretended,
        "toolsets": toolsets,
        "equipped": import.equipped.as_ref().map(ToString::to_string),
        "server_files": files.map(|file| file.display().to_string()).collect::<Vec<_>>(),
        "left_out": failure::json_all(&import.left_out),
        "notices": failure::json_all(&import.notices),
    })
}
