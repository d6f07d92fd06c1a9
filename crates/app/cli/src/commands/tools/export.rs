//! `candor tools --export`: all overrides, as a file.

use candor_config::{SettingFlags, write_opinions};
use candor_model::SourceName;
use serde_json::json;

use crate::file;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};
use crate::text;

/// Writes what is stored; what the configuration file says is in a file already.
pub(super) async fn run(
    name: &str,
    source: Option<&SourceName>,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    let mut workspace = CommandWorkspace::open(flags)?;
    workspace.print_diagnostics(output);
    workspace.start_nothing();
    with_gateway(&workspace, output, async |gateway| {
        let entries = gateway.editor().opinions().await?;
        let stored: Vec<_> = entries
            .into_iter()
            .filter(|entry| entry.version.is_some() && !entry.opinion.is_empty())
            .filter(|entry| source.is_none_or(|source| entry.key.about.source() == source))
            .map(|entry| (entry.key, entry.opinion))
            .collect();
        write(name, &write_opinions(&stored), stored.len(), output)?;
        Ok(())
    })
    .await
}

fn write(name: &str, toml: &str, count: usize, output: &CommandOutput) -> CommandResult<()> {
    let to_file = name != file::DASH;
    if to_file {
        file::replace(name, toml)?;
    }
    if output.is_json() {
        let printed = (!to_file).then_some(toml);
        let written = to_file.then_some(name);
        output.json(&json!({"entries": count, "output": written, "toml": printed}))?;
    } else if to_file {
        let entries = text::counted(count, "table");
        output.say(&format!("wrote {entries} to `{name}`"));
    } else {
        output.print(toml)?;
    }
    Ok(())
}
