//! `candor toolset export`.

use candor_config::write_toolsets;
use candor_gateway::desk::ToolsetView;
use candor_model::{Toolset, ToolsetName};
use serde_json::json;

use crate::args::ToolsetExport;
use crate::exit::Exit;
use crate::file;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::text;
use crate::workspace::Workspace;

/// Writes one toolset, or all that are stored with the notes for every toolset.
pub(super) async fn run(
    args: &ToolsetExport,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    // With `--all` there is no name before the file.
    let (name, file) = if args.all {
        (None, args.name.as_deref())
    } else {
        (args.name.as_deref(), args.file.as_deref())
    };
    let name = name.map(ToolsetName::parse).transpose();
    let name = name.map_err(anyhow::Error::new)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let views = match &name {
            Some(name) => vec![desk.toolset(name).await?],
            None => stored(desk.toolsets().await?, output),
        };
        let said = desk.opinions().await?.into_iter();
        let said: Vec<_> = said.map(|entry| (entry.key, entry.opinion)).collect();
        let views = views.iter();
        let toolsets: Vec<Toolset> = views.map(|view| Toolset::clone(&view.toolset)).collect();
        // Those for every toolset belong to none.
        let house = match &name {
            Some(_) => Vec::new(),
            None => desk.stored_notes().await?,
        };
        let toml = write_toolsets(&toolsets, &said, &house);
        write(file.unwrap_or(file::DASH), &toml, &toolsets, output)?;
        Ok(Exit::Fine)
    })
    .await
}

/// Those that are not in a file already.
fn stored(mut views: Vec<ToolsetView>, output: &Output) -> Vec<ToolsetView> {
    let before = views.len();
    views.retain(|view| view.version.is_some());
    let declared = before - views.len();
    if declared > 0 {
        let count = text::counted(declared, "toolset");
        output.say(&format!(
            "left out: {count} that the configuration file declares"
        ));
    }
    views
}

fn write(name: &str, toml: &str, toolsets: &[Toolset], output: &Output) -> Result<(), Failure> {
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
