//! `candor catalogue`: servers available in the configured registries.

mod add;
mod inspect;
mod lookup;
mod preview;
mod search;
mod show;
mod tools;

use crate::args::CatalogueCommand;
use crate::prelude::*;

/// Runs the command.
pub(super) async fn run(command: &CatalogueCommand, context: &CommandContext) -> CommandResult {
    match command {
        CatalogueCommand::Search(args) => search::run(args, context).await,
        CatalogueCommand::Show(args) => show::run(args, context).await,
        CatalogueCommand::Inspect(args) => inspect::run(args, context).await,
        CatalogueCommand::Add(args) => add::run(args, context).await,
    }
}
