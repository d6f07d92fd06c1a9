//! `candor toolset`: named selections of tools.

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

use candor_config::SettingFlags;
use candor_gateway::edit::ToolsetDetails;
use candor_model::ToolsetMember;

use crate::args::ToolsetCommand;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace};
use crate::source_startup;
use crate::text;

pub(super) use import::{check_free, summary};
pub(super) use view::{member, notes};

/// Runs the subcommand. Sources are not started, unless one is named that was never
/// seen before.
pub(super) async fn run(
    args: &ToolsetCommand,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    let mut workspace = CommandWorkspace::open(flags)?;
    workspace.print_diagnostics(output);
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

/// Warns about named tools that are known but not available now.
fn warn_about_missing(view: &ToolsetDetails, named: &[ToolsetMember], output: &CommandOutput) {
    let named: Vec<String> = named.iter().map(ToString::to_string).collect();
    for missing in &view.missing {
        let member = missing.member.to_string();
        if matches!(missing.member, ToolsetMember::Tool(_)) && named.contains(&member) {
            let why = missing.why.as_str();
            output.say(&format!("warning: `{}`: {why}", text::one_line(&member)));
        }
    }
}

/// Prints a sentence, or the toolset as JSON.
fn done(view: &ToolsetDetails, sentence: &str, output: &CommandOutput) -> CommandResult<()> {
    output.json_or_line(|| view::json(view), sentence)?;
    Ok(())
}
