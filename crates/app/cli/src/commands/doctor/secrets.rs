//! Checks for plain-text secrets in the configuration file.

use std::path::Path;

use super::check::DoctorCheck;
use crate::file;

/// The largest file that is looked at.
const LARGEST: u64 = 8 << 20;

/// One finding per source; empty if there is no readable file, which other checks report.
pub(super) fn check(file: Option<&Path>) -> Vec<DoctorCheck> {
    let Some(path) = file else {
        return Vec::new();
    };
    let text = file::read_text(&path.display().to_string(), LARGEST).unwrap_or_default();
    let is_toml = path.extension().is_some_and(|ending| ending == "toml");
    let names = candor_adopt::servers_with_secrets(&text, is_toml).into_iter();
    let finding = |name: String| {
        let says = format!(
            "`{}` holds what looks like a secret in plain text",
            path.display()
        );
        DoctorCheck::warn(format!("source `{name}`"), says).hint(
            "write `${NAME}` instead and set the variable, or `candor environment set` a secret",
        )
    };
    names.map(finding).collect()
}
