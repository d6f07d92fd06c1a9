//! `candor toolset export`.

use candor_config::write_toolsets;
use candor_gateway::edit::ToolsetDetails;
use candor_model::{Toolset, ToolsetName};

use crate::args::ToolsetExportArgs;
use crate::prelude::*;

/// Writes one toolset, or all that are stored with the notes for every toolset.
pub(super) async fn run(args: &ToolsetExportArgs, workspace: &CommandWorkspace) -> CommandResult {
    // With `--all` there is no name before the file.
    let (name, file) = if args.all {
        (None, args.name.as_deref())
    } else {
        (args.name.as_deref(), args.file.as_deref())
    };
    let name = name.map(ToolsetName::parse).transpose()?;
    with_gateway(workspace, async |gateway| {
        let editor = gateway.editor();
        let views = match &name {
            Some(name) => vec![editor.toolset(name).await?],
            None => stored(editor.toolsets().await?, &workspace.output),
        };
        let said = editor.opinions().await?.into_iter();
        let said: Vec<_> = said.map(|entry| (entry.key, entry.opinion)).collect();
        let views = views.iter();
        let toolsets: Vec<Toolset> = views.map(|view| Toolset::clone(&view.toolset)).collect();
        // Global notes belong to no toolset.
        let global_notes = match &name {
            Some(_) => Vec::new(),
            None => editor.stored_notes().await?,
        };
        let toml = write_toolsets(&toolsets, &said, &global_notes);
        let names = toolsets.iter().map(|one| one.name.as_str()).collect();
        let count = counted(toolsets.len(), "toolset");
        let file = file.unwrap_or(file::DASH);
        file::export(file, &toml, ("toolsets", names), &count, &workspace.output)
    })
    .await
}

/// The toolsets that are not already in a file.
fn stored(mut views: Vec<ToolsetDetails>, output: &CommandOutput) -> Vec<ToolsetDetails> {
    let before = views.len();
    views.retain(|view| view.version.is_some());
    let declared = before - views.len();
    if declared > 0 {
        let count = counted(declared, "toolset");
        output.say(&format!("skipped: {count} set in the configuration file"));
    }
    views
}
