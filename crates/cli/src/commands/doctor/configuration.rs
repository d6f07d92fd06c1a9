//! Whether the configuration says what its author meant.

use candor_config::{LoadError, Loaded};

use super::check::Check;
use crate::text::counted;

const SUBJECT: &str = "configuration";

/// What there is to say about a configuration that was read.
pub(super) fn check(loaded: &Loaded) -> Vec<Check> {
    let enabled = loaded
        .settings
        .sources
        .iter()
        .filter(|source| source.enabled)
        .count();
    let sources = counted(enabled, "source");
    let first = match &loaded.file {
        None => Check::ok(SUBJECT, "there is none, so the demo is served"),
        Some(file) if enabled == 0 => Check::warn(
            SUBJECT,
            format!("`{}` has no source that can be started", file.display()),
        )
        .hint("`candor config default` shows how to write one"),
        Some(file) => Check::ok(SUBJECT, format!("`{}` was read: {sources}", file.display())),
    };
    let findings = loaded
        .diagnostics
        .iter()
        .map(|diagnostic| Check::of(SUBJECT, diagnostic));
    [first].into_iter().chain(findings).collect()
}

/// Why a configuration could not be read.
pub(super) fn unreadable(error: LoadError) -> Vec<Check> {
    match error {
        LoadError::Unreadable(unreadable) => unreadable
            .diagnostics
            .iter()
            .map(|diagnostic| Check::of(SUBJECT, diagnostic))
            .collect(),
        LoadError::Io { ref cause, .. } => {
            vec![Check::fail(SUBJECT, format!("{error}: {cause}")).hint(
                "check the path; `candor config default > candor.toml` writes a file to begin with",
            )]
        }
        error @ LoadError::NotText { .. } => vec![Check::fail(SUBJECT, error.to_string())],
    }
}
