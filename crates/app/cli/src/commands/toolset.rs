//! `candor toolset`: named selections of tools.

mod build;
mod delete;
mod edit;
mod equip;
mod export;
mod history;
mod import;
mod show;
mod view;

use candor_gateway::edit::ToolsetDetails;
use candor_gateway::{Editor, Gateway};
use candor_model::{ToolRef, Toolset, ToolsetMember};

use crate::args::ToolsetCommand;
use crate::prelude::*;
use crate::source_startup;

pub(super) use import::{refused, summary};
pub(super) use view::{member, notes};

/// Runs the subcommand. Starts a source only if it is named and was never seen.
pub(super) async fn run(args: &ToolsetCommand, context: &CommandContext) -> CommandResult {
    let mut workspace = CommandWorkspace::open(context)?;
    workspace.let_all_sleep();
    match args {
        ToolsetCommand::Build(args) => {
            source_startup::start_for_members(&mut workspace, &args.members).await?;
        }
        ToolsetCommand::Edit(args) => {
            source_startup::start_for_members(&mut workspace, &args.add).await?;
        }
        _ => {}
    }
    let workspace = &workspace;
    match args {
        ToolsetCommand::List => list(workspace).await,
        ToolsetCommand::Show { name } => show::run(name, workspace).await,
        ToolsetCommand::Build(args) => build::run(args, workspace).await,
        ToolsetCommand::Edit(args) => edit::run(args, workspace).await,
        // Members that match nothing now are copied, too.
        ToolsetCommand::Clone { name, new, reason } => {
            let author = reason.author(&workspace.actor)?;
            let sentence = format!("copied: {name} to {new}, served at {}", view::endpoint(new));
            change(workspace, sentence, async |editor| {
                Ok(editor.clone_toolset(&author, name, new).await?)
            })
            .await
        }
        ToolsetCommand::Rename { name, new, reason } => {
            let author = reason.author(&workspace.actor)?;
            if name == new {
                let sentence = format!("the toolset is already named `{name}`");
                return Err(CommandFailure::new(sentence));
            }
            let sentence = format!(
                "renamed: {name} to {new}, served at {}",
                view::endpoint(new)
            );
            change(workspace, sentence, async |editor| {
                let rename = |toolset: &mut Toolset| {
                    toolset.name = new.clone();
                    Ok(())
                };
                Ok(editor.edit_toolset(&author, name, None, &rename).await?)
            })
            .await
        }
        ToolsetCommand::Delete { name, yes, reason } => {
            delete::run(name, *yes, reason, workspace).await
        }
        ToolsetCommand::Equip { name, reason } => equip::run(Some(name), reason, workspace).await,
        ToolsetCommand::Unequip { reason } => equip::run(None, reason, workspace).await,
        ToolsetCommand::History { name } => history::run(name, workspace).await,
        ToolsetCommand::Restore {
            name,
            version,
            reason,
        } => {
            let author = reason.author(&workspace.actor)?;
            let sentence = format!("restored: {name} as it was at version {version}");
            change(workspace, sentence, async |editor| {
                Ok(editor.restore_toolset(&author, name, *version).await?)
            })
            .await
        }
        ToolsetCommand::Export(args) => export::run(args, workspace).await,
        ToolsetCommand::Import { file, reason } => import::run(file, reason, workspace).await,
    }
}

/// Lists all toolsets, including those of the file.
async fn list(workspace: &CommandWorkspace) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let output = &workspace.output;
        let views = gateway.editor().toolsets().await?;
        let none = "no toolsets yet; `candor toolset build NAME MEMBER…` creates one";
        let json = views.iter().map(view::head);
        output.list("toolsets", json, none, || table(&views))?;
        let equipped = views.iter().find(|view| view.equipped);
        if let Some(view) = equipped.filter(|_| !output.is_json()) {
            output.say(&format!("equipped: {}, served at /mcp", view.toolset.name));
        }
        Ok(())
    })
    .await
}

fn table(views: &[ToolsetDetails]) -> TextTable {
    let rows = views.iter().map(|view| {
        let name = &view.toolset.name;
        let missing = match view.missing.len() {
            0 => "".into(),
            count => TableCell::painted(count.to_string(), TextStyle::Error),
        };
        [
            name.as_str().into(),
            view::endpoint(name).into(),
            view.tools.len().to_string().into(),
            missing,
            view.tokens.to_string().into(),
            one_line(&view.toolset.description).into(),
        ]
    });
    let headings = [
        "TOOLSET",
        "ENDPOINT",
        "TOOLS",
        "MISSING",
        "TOKENS",
        "DESCRIPTION",
    ];
    TextTable::new(&headings, rows)
}

/// Makes a change and prints a message, or the toolset as JSON.
async fn change(
    workspace: &CommandWorkspace,
    sentence: String,
    work: impl AsyncFnOnce(Editor<'_>) -> CommandResult<ToolsetDetails>,
) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let view = work(gateway.editor()).await?;
        workspace
            .output
            .json_or_line(|| view::json(&view), sentence)
    })
    .await
}

/// Warns about named tools that are known but not available now.
fn warn_about_missing(view: &ToolsetDetails, named: &[ToolsetMember], output: &CommandOutput) {
    let named: Vec<String> = named.iter().map(ToString::to_string).collect();
    for missing in &view.missing {
        let member = missing.member.to_string();
        if matches!(missing.member, ToolsetMember::Tool(_)) && named.contains(&member) {
            let why = missing.why.as_str();
            output.say(&format!("warning: `{}`: {why}", one_line(&member)));
        }
    }
}

/// Prints a sentence, or the toolset as JSON.
fn done(view: &ToolsetDetails, sentence: &str, output: &CommandOutput) -> CommandResult<()> {
    output.json_or_line(|| view::json(view), sentence)
}

/// The number of notes, in words.
fn note_count(toolset: &Toolset) -> String {
    let notes = toolset.notes.iter().map(|entry| entry.notes.len());
    counted(notes.sum(), "note")
}

/// The members, optionally with the current id of each named tool. A missing tool is unchanged, and
/// the editor reports it.
fn pinned_members(gateway: &Gateway, all: &[ToolsetMember], pinned: bool) -> Vec<ToolsetMember> {
    let catalogue = gateway.catalogue();
    let pin = |member: &ToolsetMember| match member {
        ToolsetMember::Tool(tool) if pinned => {
            let known = catalogue.named(tool.name()?)?;
            ToolRef::new(Some(known.name.clone()), Some(known.ref_id)).map(ToolsetMember::Tool)
        }
        _ => None,
    };
    let members = all.iter();
    members
        .map(|member| pin(member).unwrap_or_else(|| member.clone()))
        .collect()
}
