//! `candor import hypertool`: toolsets and notes of another gateway.

use candor_config::Flags;
use candor_gateway::desk::Baggage;
use candor_hypertool::Import;
use serde_json::{Value, json};

use crate::args::Hypertool;
use crate::author::author;
use crate::commands::toolset::{check_free, member, notes, summary};
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::{self, Failure};
use crate::text;
use crate::workspace::Workspace;

/// Takes over all toolsets, or none.
pub(in crate::commands) async fn run(
    args: &Hypertool,
    flags: &Flags,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(args.why.as_deref())?;
    let import = candor_hypertool::read(&args.path).map_err(anyhow::Error::new)?;
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
    workspace.let_all_sleep();
    let what = format!("`{}`", args.path.display());
    oneshot::with_gateway(&workspace, output, async |gateway| {
        let desk = gateway.desk();
        let names = import.toolsets.iter().map(|one| (&one.name, None));
        let names: Vec<_> = names.collect();
        check_free(&desk, &names, &what)
            .await
            .map_err(|failure| failure.because_too(&import.left_out))?;
        if !args.dry_run {
            let baggage = Baggage {
                toolsets: &import.toolsets,
                ..Baggage::default()
            };
            desk.import_toolsets(&author, &baggage).await?;
        }
        tell(&import, args.dry_run, output)?;
        Ok(Exit::with_findings(problems::has_errors(&import.left_out)))
    })
    .await
}

fn tell(import: &Import, pretended: bool, output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        output.json(&json_all(import, pretended))?;
        return Ok(());
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
        output.say("there is no toolset to import");
    }
    problems::tell_all(output, &import.left_out);
    problems::tell_all(output, &import.notices);
    if let Some(name) = &import.equipped {
        output.say(&format!(
            "`{name}` was in use; `candor toolset equip {name}` lets `/mcp` serve it"
        ));
    }
    for file in &import.server_files {
        let file = text::one_line(&file.display().to_string());
        output.say(&format!(
            "its servers are listed in `{file}`; `candor import mcp-json {file}` takes them over"
        ));
    }
    Ok(())
}

fn json_all(import: &Import, pretended: bool) -> Value {
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
        "left_out": problems::json_all(&import.left_out),
        "notices": problems::json_all(&import.notices),
    })
}
