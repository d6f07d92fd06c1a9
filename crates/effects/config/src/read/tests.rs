//! Files as people write them, and what they are told.

mod annotations;
mod auth_mode;
mod candor_toml;
mod confine;
mod default_toml;
mod environments;
mod functions;
mod hostile;
mod mcp_json;
mod openapi;
mod origins;
mod packs;
mod policy;
mod rules;
mod split;
mod toolsets;
mod webhooks;
mod whole;

use std::path::Path;

use super::*;
use crate::settings::SourceSettings;
use crate::text::TemplateText;

/// A value that must never be seen.
const CANARY: &str = "canary-7f3a";

fn env(name: &str) -> Option<String> {
    match name {
        "HOME" => Some("/home/ada".to_owned()),
        "TOKEN" => Some(CANARY.to_owned()),
        "DB_PASSWORD" => Some("pw".to_owned()),
        "HOST" => Some("api.example".to_owned()),
        "BROKEN" => Some("two\nlines".to_owned()),
        _ => None,
    }
}

fn try_read(
    path: &str,
    text: &str,
    flags: &SettingFlags,
) -> Result<LoadedSettings, UnreadableConfig> {
    let path = Path::new(path);
    read(Some(ConfigFile { path, text }), flags, &env)
}

/// What is read of a file `c.toml` in an environment of its own.
#[track_caller]
fn read_in(env: EnvLookup<'_>, text: &str, flags: &SettingFlags) -> LoadedSettings {
    let path = Path::new("c.toml");
    read(Some(ConfigFile { path, text }), flags, env).expect("readable")
}

#[track_caller]
fn loaded(path: &str, text: &str) -> LoadedSettings {
    let loaded = try_read(path, text, &SettingFlags::default()).expect("readable");
    let seen = format!(
        "{:?}{:?}{}",
        loaded.settings,
        loaded.origins,
        told(&loaded.diagnostics)
    );
    assert!(!seen.contains(CANARY), "{seen}");
    loaded
}

/// What is read of a `candor.toml`.
#[track_caller]
fn toml(text: &str) -> LoadedSettings {
    loaded("candor.toml", text)
}

/// What is read of a `candor.toml` about which there is nothing to say.
#[track_caller]
fn sound(text: &str) -> LoadedSettings {
    let loaded = toml(text);
    assert_eq!(told(&loaded.diagnostics), "", "{text}");
    loaded
}

/// A file with the source `shop` and what else is given.
fn shop(rest: &str) -> String {
    format!("[sources.shop]\ncommand = \"shop\"\n{rest}")
}

/// The sources and findings of a file, as text.
#[track_caller]
fn summary(path: &str, text: &str) -> String {
    let loaded = loaded(path, text);
    report(&format!("sources: {:?}", source_names(&loaded)), &loaded)
}

fn source_names(loaded: &LoadedSettings) -> Vec<&str> {
    let sources = loaded.settings.sources.iter();
    sources.map(|source| source.name.as_str()).collect()
}

fn opinion_keys(loaded: &LoadedSettings) -> Vec<String> {
    let opinions = loaded.settings.opinions.iter();
    opinions.map(|declared| declared.key.to_string()).collect()
}

/// What is left of a file, whether that is refused, and what is told.
fn report(left: &str, loaded: &LoadedSettings) -> String {
    let told = told(&loaded.diagnostics);
    format!("{left}, refused: {}\n{told}", loaded.refused)
}

/// What a file that cannot be read is told.
#[track_caller]
fn refusal(path: &str, text: &str) -> String {
    let refused = try_read(path, text, &SettingFlags::default());
    told(&refused.expect_err("unreadable").diagnostics)
}

fn told(diagnostics: &[Diagnostic]) -> String {
    let lines: Vec<String> = diagnostics.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// What is shown of the settings that are asked for, with where it came from.
fn shown(loaded: &LoadedSettings, asked: impl Fn(&ShownSetting) -> bool) -> String {
    let line = |shown: &ShownSetting| format!("{} = {} ({})", shown.key, shown.value, shown.origin);
    let shown = loaded.origins.iter().filter(|shown| asked(shown));
    shown.map(line).collect::<Vec<_>>().join("\n")
}

/// What is shown of one table.
fn shown_in(loaded: &LoadedSettings, table: &str) -> String {
    shown(loaded, |shown| shown.key.starts_with(table))
}

/// The one source of a sound file.
#[track_caller]
fn only(path: &str, text: &str) -> SourceSettings {
    let mut loaded = loaded(path, text);
    assert_eq!(told(&loaded.diagnostics), "");
    assert_eq!(loaded.settings.sources.len(), 1);
    loaded.settings.sources.remove(0)
}
