//! `candor data`: the location of state, and moving it.

mod list;
mod relocate;
mod show;
mod state_directory;

use crate::args::DataCommand;
use crate::prelude::*;

/// Shows, lists or moves state.
pub(super) fn run(command: &DataCommand, context: &CommandContext) -> CommandResult {
    let workspace = CommandWorkspace::open_silently(context)?;
    match command {
        DataCommand::Show => show::run(&workspace),
        DataCommand::List => list::run(&workspace),
        DataCommand::Move(args) => relocate::run(args, &workspace),
    }
}
