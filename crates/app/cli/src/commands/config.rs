//! `candor config`: the settings, and where they come from.

use candor_config::{LoadedSettings, SettingFlags, SettingOrigin, ShownSetting, default_toml};
use serde_json::{Value, json};

use crate::args::ConfigCommand;
use crate::failure;
use crate::prelude::{CommandExit, CommandOutput, CommandResult};
use crate::table::TextTable;
use crate::text::one_line;
use crate::workspace;

/// Shows settings or prints the default file.
pub(super) fn run(
    args: &ConfigCommand,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    match args {
        ConfigCommand::Default if output.is_json() => {
            output.json(&json!({"toml": default_toml()}))?;
        }
        ConfigCommand::Default => output.print(default_toml())?,
        ConfigCommand::Show { origin } => return show(*origin, &workspace::load(flags)?, output),
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
        output.table(if origin {
            with_origin(loaded)
        } else {
            without(loaded)
        })?;
        failure::print_diagnostics(output, &loaded.diagnostics);
    }
    Ok(CommandExit::with_findings(failure::has_errors(
        &loaded.diagnostics,
    )))
}

fn without(loaded: &LoadedSettings) -> TextTable {
    let mut table = TextTable::new(&["KEY", "VALUE"]);
    for ShownSetting { key, value, .. } in &loaded.origins {
        table.row([one_line(key).into(), one_line(value).into()]);
    }
    table
}

fn with_origin(loaded: &LoadedSettings) -> TextTable {
    let mut table = TextTable::new(&["KEY", "VALUE", "FROM"]);
    for ShownSetting { key, value, origin } in &loaded.origins {
        table.row([
            one_line(key).into(),
            one_line(value).into(),
            one_line(&origin.to_string()).into(),
        ]);
    }
    table
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
