//! `candor adopt`: the MCP servers of other clients, moved to Candor.

mod apply;
pub(super) mod confirm;
mod list;
mod look;
mod place;
mod show;
mod undo;

use candor_adopt::plan::plan;
use candor_adopt::{AdoptOptions, AdoptPlan, ScannedMachine, UserFolders};

use crate::args::AdoptArgs;
use crate::prelude::*;
use place::AdoptPlace;
pub(super) use place::folders;

/// Lists, looks, moves or undoes.
pub(super) async fn run(args: &AdoptArgs, context: &CommandContext) -> CommandResult {
    if args.undo {
        return undo::run(context).await;
    }
    let folders = place::folders()?;
    let machine = candor_adopt::scan::scan(&folders, &args.client);
    if args.list {
        return list::print(&machine, &context.output);
    }
    failure::print_diagnostics(&context.output, &machine.problems);
    if args.look {
        return look::run(args, &machine, &folders, context).await;
    }
    let place = AdoptPlace::find(context)?;
    if args.dry_run {
        let plan = planned(args, &machine, &folders, &place, Vec::new())?;
        show::plan(&plan, None, &context.output)?;
        return Ok(CommandExit::Success);
    }
    let workspace = place.workspace(context)?;
    with_gateway(&workspace, async |gateway| {
        let editor = gateway.editor();
        let taken = editor.saved_sources().into_iter();
        let taken = taken.map(|source| source.name.to_string()).collect();
        let plan = planned(args, &machine, &folders, &place, taken)?;
        if plan.changes.is_empty() {
            show::plan(&plan, None, &context.output)?;
            return Ok(CommandExit::Success);
        }
        if !context.output.is_json() {
            show::plan(&plan, None, &context.output)?;
        }
        let sentence = format!("move {}?", counted(plan.sources.len(), "server"));
        confirm::ask(args.yes, &sentence, "nothing was changed", &context.output).await?;
        let data = &workspace.settings.server.data;
        let applied = apply::apply(&plan, data, &editor, &context.actor.author()).await?;
        if context.output.is_json() {
            show::plan(&plan, Some(&applied), &context.output)?;
        }
        applied.print(&context.output);
        Ok(CommandExit::with_findings(!applied.not_written.is_empty()))
    })
    .await
}

/// The changes that would be made.
fn planned(
    args: &AdoptArgs,
    machine: &ScannedMachine,
    folders: &UserFolders,
    place: &AdoptPlace,
    taken: Vec<String>,
) -> CommandResult<AdoptPlan> {
    let options = AdoptOptions {
        with_project: args.project,
        except: &args.except,
        project: &folders.project,
        command: &place.command,
        args: &place.arguments(args.toolset.as_ref()),
        config: &place.config,
        config_text: place.text.as_deref(),
        taken,
    };
    Ok(plan(&machine.files, &options)?)
}
