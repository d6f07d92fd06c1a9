//! `candor config`: the settings, and where they come from.

use candor_config::{LoadedSettings, SettingOrigin, ShownSetting, default_toml};

use crate::args::ConfigCommand;
use crate::prelude::*;
use crate::workspace;

/// Shows settings or prints the default file.
pub(super) fn run(args: &ConfigCommand, context: &CommandContext) -> CommandResult {
    match args {
        ConfigCommand::Default if context.output.is_json() => {
            context.output.json(&json!({"toml": default_toml()}))?;
        }
        ConfigCommand::Default => context.output.print(default_toml())?,
        ConfigCommand::Show { origin } => {
            return show(*origin, &workspace::load(&context.flags)?, &context.output);
        }
    }
    Ok(CommandExit::Success)
}

/// Shows the settings even if they are invalid, because that is when they are needed.
fn show(origin: bool, loaded: &LoadedSettings, output: &CommandOutput) -> CommandResult {
    if output.is_json() {
        output.json(&json!({
            "file": loaded.file.as_ref().map(|file| file.display().to_string()),
            "settings": loaded.origins.iter().map(json_one).collect::<Value>(),
            "diagnostics": failure::json_all(&loaded.diagnostics),
        }))?;
    } else {
        output.table(table(origin, loaded))?;
        failure::print_diagnostics(output, &loaded.diagnostics);
    }
    Ok(failure::exit(&loaded.diagnostics))
}

fn table(origin: bool, loaded: &LoadedSettings) -> TextTable {
    let headings = &["KEY", "VALUE", "FROM"][..if origin { 3 } else { 2 }];
    let rows = loaded
        .origins
        .iter()
        .map(|ShownSetting { key, value, origin }| {
            let cells = [
                one_line(key),
                one_line(value),
                one_line(&origin.to_string()),
            ];
            cells.map(TableCell::from).into_iter().take(headings.len())
        });
    TextTable::new(headings, rows)
}

fn json_one(shown: &ShownSetting) -> Value {
    let origin = match &shown.origin {
        SettingOrigin::Default => json!({"kind": "default"}),
        SettingOrigin::File { place } => json!({
            "kind": "file",
            "file": place.file,
            "line": place.position.map(|(line, _)| line),
            "column": place.position.map(|(_, column)| column),
        }),
        SettingOrigin::Env { name } => json!({"kind": "environment", "name": name}),
        SettingOrigin::Flag { name } => json!({"kind": "flag", "name": name}),
    };
    json!({"key": shown.key, "value": shown.value, "origin": origin})
}
