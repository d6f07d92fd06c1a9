//! Files as people write them, and what they are told.

mod annotations;
mod auth_mode;
mod candor_toml;
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
    read(
        Some(ConfigFile {
            path: Path::new(path),
            text,
        }),
        flags,
        &env,
    )
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

/// The sources and findings of a file, as text.
#[track_caller]
fn summary(path: &str, text: &str) -> String {
    let loaded = loaded(path, text);
    let sources: Vec<&str> = loaded
        .settings
        .sources
        .iter()
        .map(|source| source.name.as_str())
        .collect();
    format!(
        "sources: {sources:?}, refused: {}\n{}",
        loaded.refused,
        told(&loaded.diagnostics)
    )
}

/// What a file that cannot be read is told.
#[track_caller]
fn refusal(path: &str, text: &str) -> String {
    told(
        &try_read(path, text, &SettingFlags::default())
            .expect_err("unreadable")
            .diagnostics,
    )
}

fn told(diagnostics: &[Diagnostic]) -> String {
    diagnostics
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n")
}

/// What is shown of the sources, with where it came from.
fn sources_shown(loaded: &LoadedSettings) -> String {
    let own = |shown: &&ShownSetting| shown.key.starts_with("sources.");
    let line = |shown: &ShownSetting| format!("{} = {} ({})", shown.key, shown.value, shown.origin);
    let lines: Vec<String> = loaded.origins.iter().filter(own).map(line).collect();
    lines.join("\n")
}

/// The one source of a sound file.
#[track_caller]
fn only(path: &str, text: &str) -> SourceSettings {
    let mut loaded = loaded(path, text);
    assert_eq!(told(&loaded.diagnostics), "");
    assert_eq!(loaded.settings.sources.len(), 1);
    loaded.settings.sources.remove(0)
}
