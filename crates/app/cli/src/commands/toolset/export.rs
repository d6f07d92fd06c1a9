//! `candor toolset export`.

use candor_config::write_toolsets;
use candor_gateway::edit::ToolsetDetails;
use candor_model::{Toolset, ToolsetName};
use serde_json::json;

use crate::args::ToolsetExportArgs;
use crate::file;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::text;

/// Writes one toolset, or all that are stored with the notes for every toolset.
pub(super) async fn run(
    args: &ToolsetExportArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    // With `--all` there is no name before the file.
    let (name, file) = if args.all {
        (None, args.name.as_deref())
    } else {
        (args.name.as_deref(), args.file.as_deref())
    };
    let name = name.map(ToolsetName::parse).transpose();
    let name = name.map_err(anyhow::Error::new)?;
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let views = match &name {
            Some(name) => vec![editor.toolset(name).await?],
            None => stored(editor.toolsets().await?, output),
        };
        let said = editor.opinions().await?.into_iter();
        let said: Vec<_> = said.map(|entry| (entry.key, entry.opinion)).collect();
        let views = views.iter();
        let toolsets: Vec<Toolset> = views.map(|view| Toolset::clone(&view.toolset)).collect();
        // Those for every toolset belong to none.
        let house = match &name {
            Some(_) => Vec::new(),
            None => editor.stored_notes().await?,
        };
        let toml = write_toolsets(&toolsets, &said, &house);
        write(file.unwrap_or(file::DASH), &toml, &toolsets, output)?;
        Ok(())
    })
    .await
}

/// Those that are not in a file already.
fn stored(mut views: Vec<ToolsetDetails>, output: &CommandOutput) -> Vec<ToolsetDetails> {
    let before = views.len();
    views.retain(|view| view.version.is_some());
    let declared = before - views.len();
    if declared > 0 {
        let count = text::counted(declared, "toolset");
        output.say(&format!("skipped: {count} set in the configuration file"));
    }
    views
}

fn write(
    name: &str,
    toml: &str,
    toolsets: &[Toolset],
    output: &CommandOutput,
) -> CommandResult<()> {
    let to_file = name != file::DASH;
    if to_file {
        file::replace(name, toml)?;
    }
    if output.is_json() {
        let names: Vec<&str> = toolsets.iter().map(|one| one.name.as_str()).collect();
        let printed = (!to_file).then_some(toml);
        let written = to_file.then_some(name);
        output.json(&json!({"toolsets": names, "output": written, "toml": printed}))?;
    } else if to_file {
        let count = text::counted(toolsets.len(), "toolset");
        output.say(&format!("wrote {count} to `{name}`"));
    } else {
        output.print(toml)?;
    }
    Ok(())
}
