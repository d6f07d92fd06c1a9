//! Reads settings from text, environment and flags.

mod candor_toml;
mod cases;
mod confine;
pub(crate) mod context;
mod declared;
pub(crate) mod draft;
mod entry;
pub(crate) mod environments;
mod extra;
mod fill;
mod functions;
mod headers;
mod kind;
pub(crate) mod mcp_json;
mod members;
mod notes;
mod openapi;
mod operations;
pub(crate) mod opinion;
pub(crate) mod opinions;
mod pack;
pub(crate) mod policy;
pub(crate) mod preferences;
mod rule;
mod rules;
pub(crate) mod setting_type;
mod source;
mod source_table;
mod split;
pub(crate) mod table;
pub(crate) mod toolsets;
pub(crate) mod unknown_sources;
pub(crate) mod values;
mod variables;
mod webhooks;

use std::path::{Path, PathBuf};

use candor_model::Diagnostic;
use candor_text::{quote, quote_all};

use crate::env::EnvLookup;
use crate::flags::SettingFlags;
use crate::format::FileFormat;
use crate::origin::ShownSetting;
use crate::problem::did_you_mean;
use crate::report::ConfigReport;
use crate::settings::Settings;
use crate::state_scope::StateScope;
use crate::tree::{ConfigEntry, SyntaxError};
use context::ReadContext;
pub(crate) use headers::is_token as is_header_name;

/// The maximum size of a file. Some clients store their servers in a file with much other content,
/// so the limit is generous.
pub(crate) const LARGEST: usize = 8 << 20;

/// A configuration file that was found and read.
#[derive(Clone, Copy, Debug)]
pub struct ConfigFile<'a> {
    /// Its path as the user would write it; used in places.
    pub path: &'a Path,
    /// The contents of the file.
    pub text: &'a str,
}

/// The result of reading a configuration.
#[derive(Clone, Debug)]
pub struct LoadedSettings {
    /// The settings to run with.
    pub settings: Settings,
    /// The diagnostics, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
    /// Every setting with its origin.
    pub origins: Vec<ShownSetting>,
    /// The file that was read; none if there is none.
    pub file: Option<PathBuf>,
    /// The folder that has state of its own, if the configuration is in one.
    pub folder: Option<PathBuf>,
    /// Whether an invalid setting was replaced by its default. Everything can still be displayed,
    /// but a gateway should not start; the same applies to opinions about tools and to everything
    /// in `[policy]`, which may be what prevents harm. Invalid sources and environments are left
    /// out instead and do not count here.
    pub refused: bool,
}

/// The error for a file that is not a configuration at all. The diagnostics say why, with places.
#[derive(Debug, thiserror::Error)]
#[error("the configuration file cannot be read")]
pub struct UnreadableConfig {
    /// At least one error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file (or none), the environment and the flags.
///
/// Fails only if the file has syntax errors or is not a configuration; everything else is a
/// diagnostic.
pub fn read(
    file: Option<ConfigFile<'_>>,
    flags: &SettingFlags,
    env: EnvLookup<'_>,
) -> Result<LoadedSettings, UnreadableConfig> {
    let scope = file.map_or(StateScope::Demo, |_| StateScope::User);
    read_scoped(file, scope, flags, env)
}

/// As [`read`], for a known state scope.
pub fn read_scoped(
    file: Option<ConfigFile<'_>>,
    scope: StateScope<'_>,
    flags: &SettingFlags,
    env: EnvLookup<'_>,
) -> Result<LoadedSettings, UnreadableConfig> {
    let name = file
        .map(|file| file.path.display().to_string())
        .unwrap_or_default();
    let text = file.map_or("", |file| without_bom(file.text));
    if text.len() > LARGEST {
        return Err(too_large(&name));
    }
    let mut context = ReadContext::new(ConfigReport::new(&name, text), flags, env);
    let directory = file.and_then(|file| file.path.parent());
    context.directory = directory.unwrap_or(context.directory);
    context.scope = scope;
    let mut settings = match FileFormat::of(&name, text) {
        _ if file.is_none() => candor_toml::settings(&mut context, &[]),
        FileFormat::Toml => match crate::tree::toml::parse(text) {
            Ok(root) => candor_toml::settings(&mut context, &root),
            Err(errors) => return Err(unreadable(context.report, errors)),
        },
        FileFormat::Json => {
            let mut settings = candor_toml::settings(&mut context, &[]);
            let drafts = match mcp_json::drafts(&mut context, text) {
                Ok(drafts) => drafts,
                Err(error) => return Err(unreadable(context.report, vec![error])),
            };
            settings.sources = source::settings(&mut context, drafts);
            settings
        }
    };
    if file.is_some() {
        check_transparent(&mut context, &mut settings);
    }
    let ReadContext {
        report,
        origins,
        refused,
        ..
    } = context;
    let file = file.map(|file| file.path.to_owned());
    Ok(LoadedSettings {
        settings,
        diagnostics: report.finish(),
        origins,
        file,
        folder: scope.folder().map(Path::to_owned),
        refused,
    })
}

/// Reads a file with only known keys, and returns the diagnostics. `take` is not called if the file
/// is too large or not TOML.
pub(crate) fn whole_file(
    name: &str,
    text: &str,
    take: impl FnOnce(&mut ReadContext<'_>, &[ConfigEntry]),
) -> Vec<Diagnostic> {
    let text = without_bom(text);
    if text.len() > LARGEST {
        return too_large(name).diagnostics;
    }
    let (flags, env) = (SettingFlags::default(), |_: &str| None);
    let report = ConfigReport::new(name, text).strict();
    let mut context = ReadContext::new(report, &flags, &env);
    match crate::tree::toml::parse(text) {
        Ok(root) => {
            take(&mut context, &root);
            context.report.finish()
        }
        Err(errors) => unreadable(context.report, errors).diagnostics,
    }
}

/// Editors on some systems begin a file with a byte order mark.
pub(crate) fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The failure that a file has syntax errors.
pub(crate) fn unreadable(
    mut report: ConfigReport<'_>,
    errors: Vec<SyntaxError>,
) -> UnreadableConfig {
    for error in errors {
        let span = error.at..error.at;
        report.push_at(&span, Diagnostic::error("config::syntax", error.message));
    }
    UnreadableConfig {
        diagnostics: report.finish(),
    }
}

/// The failure that a file is too large to be a configuration.
pub(crate) fn too_large(name: &str) -> UnreadableConfig {
    let mib = LARGEST >> 20;
    let message = format!("{} is larger than {mib} MiB", quote(name));
    let hint = "is this the right file?";
    UnreadableConfig {
        diagnostics: vec![Diagnostic::error("config::too-large", message).with_hint(hint)],
    }
}

/// Transparent mode needs its source. Without a file there is nothing to check against: the
/// caller brings the sources.
fn check_transparent(context: &mut ReadContext<'_>, settings: &mut Settings) {
    let Some(name) = &settings.server.transparent else {
        return;
    };
    let usable = || settings.sources.iter().filter(|source| source.enabled);
    if usable().any(|source| source.name == *name) {
        return;
    }
    let listed = settings.sources.iter().any(|source| source.name == *name);
    let why = if listed {
        "that source is disabled"
    } else {
        "no usable source has that name"
    };
    let message = format!("`server.transparent` is `{name}`, but {why}");
    let names: Vec<&str> = usable().map(|source| source.name.as_str()).collect();
    let mut diagnostic = Diagnostic::error("config::no-such-source", message);
    diagnostic.hint = did_you_mean(name.as_str(), names.iter().copied())
        .or_else(|| (!names.is_empty()).then(|| format!("the sources are {}", quote_all(names))));
    context.refused = true;
    let said = context
        .origins
        .iter()
        .find(|shown| shown.key == "server.transparent");
    if let Some(shown) = said {
        diagnostic = diagnostic.at(table::place_of(&shown.origin));
    }
    context.report.push(diagnostic);
}

#[cfg(test)]
mod tests;
