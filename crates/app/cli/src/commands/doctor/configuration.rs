//! Checks of the configuration.

use candor_config::{LoadedSettings, SettingsLoadError};
use candor_model::Diagnostic;

use super::check::DoctorCheck;
use crate::text::counted;

const SUBJECT: &str = "configuration";

/// The diagnostics of a configuration.
pub(super) fn check(loaded: &LoadedSettings) -> Vec<DoctorCheck> {
    let sources = loaded.settings.sources.iter();
    let enabled = sources.filter(|source| source.enabled).count();
    let sources = counted(enabled, "source");
    let first = match &loaded.file {
        None => DoctorCheck::ok(SUBJECT, "no file found; the demo is served"),
        Some(file) if enabled == 0 => DoctorCheck::warn(
            SUBJECT,
            format!("`{}` has no enabled source", file.display()),
        )
        .hint("`candor config default` shows how to add one"),
        Some(file) => DoctorCheck::ok(SUBJECT, format!("`{}` was read: {sources}", file.display())),
    };
    let mut checks = vec![first];
    checks.extend(findings(&loaded.diagnostics));
    checks
}

fn findings(diagnostics: &[Diagnostic]) -> impl Iterator<Item = DoctorCheck> {
    let diagnostics = diagnostics.iter();
    diagnostics.map(|diagnostic| DoctorCheck::of(SUBJECT, diagnostic))
}

/// Why a configuration could not be read.
pub(super) fn unreadable(error: SettingsLoadError) -> Vec<DoctorCheck> {
    match error {
        SettingsLoadError::Unreadable(unreadable) => findings(&unreadable.diagnostics).collect(),
        SettingsLoadError::Io { ref cause, .. } => {
            vec![DoctorCheck::fail(SUBJECT, format!("{error}: {cause}")).hint(
                "check the path; `candor config default > candor.toml` writes a file to start with",
            )]
        }
        error @ SettingsLoadError::NotText { .. } => {
            vec![DoctorCheck::fail(SUBJECT, error.to_string())]
        }
    }
}
