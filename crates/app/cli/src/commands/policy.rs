//! `candor policy`: rules and approval settings.

mod explain;
mod preferences;
mod show;

use std::collections::HashSet;

use crate::args::{PolicyCommand, PolicySetArgs};
use crate::prelude::*;

/// Runs the subcommand.
pub(super) async fn run(args: &PolicyCommand, context: &CommandContext) -> CommandResult {
    match args {
        PolicyCommand::Show => show::run(context).await,
        PolicyCommand::Set(args) => set(args, context).await,
        PolicyCommand::Explain(args) => explain::run(args, context).await,
    }
}

/// Changes the given settings; others stay as they are.
async fn set(args: &PolicySetArgs, context: &CommandContext) -> CommandResult {
    let author = args.reason.author(&context.actor)?;
    let mut named = HashSet::new();
    for preference in &args.preferences {
        if !named.insert(preference.key) {
            let sentence = format!("`{}` is given twice", preference.key);
            return Err(CommandFailure::new(sentence).hint("leave out one of them"));
        }
    }
    let workspace = CommandWorkspace::open_store(context)?;
    with_gateway(&workspace, async |gateway| {
        let editor = gateway.editor();
        let toolset = args.toolset.as_ref();
        let before = editor.preference(toolset).await?;
        let mut edits = before.stated;
        for preference in &args.preferences {
            preference.apply(&mut edits);
        }
        let view = editor
            .prefer(toolset, &edits, Some(before.version), &author)
            .await?;
        let (output, origins) = (&workspace.output, &workspace.origins);
        let table = || output.table(preferences::table(&view, origins));
        output.json_or(|| preferences::json(&view, origins), table)
    })
    .await
}
