//! Generates the commented default `candor.toml` from the declared settings.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::declare::SettingKey;
use crate::flags::SettingFlags;
use crate::read::table::NONE;
use crate::read::{policy, preferences, read};
use crate::settings::{
    AuditSettings, CatalogueSettings, EndpointSettings, InferenceSettings, LimitSettings,
    ServerSettings,
};

/// The widest line.
const WIDTH: usize = 100;

/// The tables of settings in their order: name, heading and keys.
const TABLES: [(&str, &str, &[&[SettingKey]]); 7] = [
    (ServerSettings::TABLE, "", &[ServerSettings::KEYS]),
    (LimitSettings::TABLE, "", &[LimitSettings::KEYS]),
    (AuditSettings::TABLE, "", &[AuditSettings::KEYS]),
    (
        EndpointSettings::TABLE,
        "# What /mcp says to clients about tools.\n",
        &[EndpointSettings::KEYS],
    ),
    (
        InferenceSettings::TABLE,
        "# What Candor infers about tools, from methods, names, descriptions and schemas.\n",
        &[InferenceSettings::KEYS],
    ),
    (
        CatalogueSettings::TABLE,
        "# Servers that people could have, and Candor as a registry of its own.\n",
        &[CatalogueSettings::KEYS],
    ),
    (
        "policy",
        "# When a person is asked before a tool is called, and what Candor may do by itself. A \
         mistake here,\n# also an unknown key, keeps Candor from starting: it could be what keeps a \
         tool from harm.\n",
        &[&preferences::KEYS, &policy::KEYS],
    ),
];

/// The commented default `candor.toml`: every key with its default and what it does.
pub fn default_toml() -> &'static str {
    static TOML: LazyLock<String> = LazyLock::new(write);
    &TOML
}

fn write() -> String {
    let defaults: HashMap<String, String> = read(None, &SettingFlags::default(), &|_| None)
        .map(|loaded| loaded.origins)
        .unwrap_or_default()
        .into_iter()
        .map(|shown| (shown.key, shown.value))
        .collect();
    let mut toml = include_str!("default_intro.toml").to_owned();
    for (table, heading, groups) in TABLES {
        // Writing to a string never fails.
        let _ = write!(toml, "\n{heading}#[{table}]\n");
        for key in groups.iter().copied().flatten() {
            let default = defaults.get(&format!("{table}.{}", key.key));
            write_key(&mut toml, key, default.map(String::as_str));
        }
    }
    toml.push('\n');
    toml.push_str(include_str!("default_sources.toml"));
    toml
}

fn write_key(toml: &mut String, key: &SettingKey, default: Option<&str>) {
    let mut lines: Vec<String> = key.lines.iter().map(|line| format!("#{line}")).collect();
    let overrides: Vec<&str> = key.flag.into_iter().chain(key.env).collect();
    if !overrides.is_empty() {
        let also = format!(" Also: {}.", overrides.join(", "));
        match lines.last_mut() {
            Some(last) if last.len() + also.len() <= WIDTH => last.push_str(&also),
            _ => lines.push(format!("#{also}")),
        }
    }
    if let Some(example) = key.example {
        lines.push(format!("# Example: {} = {example}", key.key));
    }
    if let Some(default) = default.filter(|default| !key.varies && *default != NONE) {
        lines.push(format!("#{} = {}", key.key, toml_value(default)));
    }
    let _ = write!(toml, "\n{}\n", lines.join("\n"));
}

/// A displayed value as TOML: numbers, booleans and lists unquoted, anything else as a string.
fn toml_value(shown: &str) -> String {
    let is_bare = shown.parse::<u64>().is_ok() || matches!(shown, "true" | "false");
    if is_bare || shown.starts_with('[') {
        return shown.to_owned();
    }
    format!("\"{shown}\"")
}
