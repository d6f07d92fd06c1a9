//! `candor policy set`.

use std::collections::HashSet;

use candor_config::SettingFlags;

use super::preferences;
use crate::args::PolicySetArgs;
use crate::author::author;
use crate::prelude::{
    CommandFailure, CommandOutput, CommandResult, CommandWorkspace, with_gateway,
};
use crate::workspace;

/// Changes the given settings; others stay as they are.
pub(super) async fn run(
    args: &PolicySetArgs,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(args.why.as_deref())?;
    let mut named = HashSet::new();
    for preference in &args.preferences {
        if !named.insert(preference.key) {
            let sentence = format!("`{}` is given twice", preference.key);
            return Err(CommandFailure::new(sentence).hint("leave out one of them"));
        }
    }
    let loaded = workspace::load(flags)?;
    let origins = loaded.origins.clone();
    let mut workspace = CommandWorkspace::of(loaded)?;
    workspace.print_diagnostics(output);
    workspace.start_nothing();
    with_gateway(&workspace, output, async |gateway| {
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
        if output.is_json() {
            output.json(&preferences::json(&view, &origins))?;
        } else {
            let all = preferences::all(&view, &origins);
            output.table(preferences::table(&all))?;
        }
        Ok(())
    })
    .await
}
