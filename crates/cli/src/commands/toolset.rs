//! `candor toolset`: which tools belong together.

mod build;
mod clone;
mod delete;
mod edit;
mod equip;
mod export;
mod history;
mod import;
mod list;
mod pin;
mod rename;
mod restore;
mod show;
mod view;

use candor_config::Flags;
use candor_gateway::desk::ToolsetView;
use candor_model::Member;

use crate::args::ToolsetCommand;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;
use crate::text;
use crate::wake;
use crate::workspace::Workspace;

pub(super) use import::{check_free, summary};
pub(super) use view::{member, notes};

/// Does what was asked for. Sources are as they were last seen, unless one is named that nobody
/// has seen yet.
pub(super) async fn run(
    args: &ToolsetCommand,
    flags: &Flags,
    output: &Output,
) -> Result<Exit, Failure> {
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
    workspace.let_all_sleep();
    match args {
        ToolsetCommand::Build(args) => wake::for_members(&mut workspace, &args.members).await?,
        ToolsetCommand::Edit(args) => wake::for_members(&mut workspace, &args.add).await?,
        _ => {}
    }
    let workspace = &workspace;
    match args {
        ToolsetCommand::List => list::run(workspace, output).await,
        ToolsetCommand::Show { name } => show::run(name, workspace, output).await,
        ToolsetCommand::Build(args) => build::run(args, workspace, output).await,
        ToolsetCommand::Edit(args) => edit::run(args, workspace, output).await,
        ToolsetCommand::Clone { name, new, why } => {
            clone::run(name, new, why.as_deref(), workspace, output).await
        }
        ToolsetCommand::Rename { name, new, why } => {
            rename::run(name, new, why.as_deref(), workspace, output).await
        }
        ToolsetCommand::Delete { name, yes, why } => {
            delete::run(name, *yes, why.as_deref(), workspace, output).await
        }
        ToolsetCommand::Equip { name, why } => {
            equip::run(Some(name), why.as_deref(), workspace, output).await
        }
        ToolsetCommand::Unequip { why } => {
            equip::run(None, why.as_deref(), workspace, output).await
        }
        ToolsetCommand::History { name } => history::run(name, workspace, output).await,
        ToolsetCommand::Restore { name, version, why } => {
            restore::run(name, *version, why.as_deref(), workspace, output).await
        }
        ToolsetCommand::Export(args) => export::run(args, workspace, output).await,
        ToolsetCommand::Import { file, why } => {
            import::run(file, why.as_deref(), workspace, output).await
        }
    }
}

/// Says which of the tools that were just named are not there now, though they are known.
fn tell_missing(view: &ToolsetView, named: &[Member], output: &Output) {
    let named: Vec<String> = named.iter().map(ToString::to_string).collect();
    for missing in &view.missing {
        let member = missing.member.to_string();
        if matches!(missing.member, Member::Tool(_)) && named.contains(&member) {
            let why = missing.why.as_str();
            output.say(&format!("warning: `{}`: {why}", text::one_line(&member)));
        }
    }
}

/// Says what was done, or prints the toolset as it is now.
fn done(view: &ToolsetView, sentence: &str, output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        output.json(&view::json(view))?;
    } else {
        output.line(sentence)?;
    }
    Ok(())
}
