//! The official conformance suite, check by check.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use serde::Deserialize;

use crate::peers::{self, PeerError};

/// The suite's result for a server.
#[derive(Clone, Debug, Default)]
pub struct SuiteReport(BTreeMap<SuiteCheck, CheckStatus>);

/// One check of the suite.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SuiteCheck {
    /// The scenario that it is part of.
    pub scenario: String,
    /// Its name in the suite.
    pub name: String,
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum CheckStatus {
    /// The server conforms.
    Success,
    /// It does not, where it must.
    Failure,
    /// It does not, where it should.
    Warning,
    /// The suite left it out.
    Skipped,
    /// Informational: the server uses an equivalent alternative.
    Info,
}

/// A check as the suite writes it down.
#[derive(Deserialize)]
struct WrittenCheck {
    id: String,
    #[serde(default)]
    name: String,
    status: CheckStatus,
}

// === impl SuiteReport ===

impl SuiteReport {
    /// Runs the checks of a revision, including extensions.
    pub fn of(url: &str, revision: &str) -> Result<Self, PeerError> {
        Self::run(url, &["--requirements", revision])
    }

    /// Runs one scenario.
    pub fn of_scenario(url: &str, revision: &str, scenario: &str) -> Result<Self, PeerError> {
        Self::run(url, &["--scenario", scenario, "--spec-version", revision])
    }

    fn run(url: &str, args: &[&str]) -> Result<Self, PeerError> {
        let results = tempfile::tempdir().map_err(PeerError::Run)?;
        peers::suite(url, args, results.path())?;
        let mut report = Self::default();
        report.read(results.path()).map_err(PeerError::Run)?;
        Ok(report)
    }

    /// Each scenario has a folder, named after it and the time.
    fn read(&mut self, results: &Path) -> std::io::Result<()> {
        for entry in std::fs::read_dir(results)? {
            let folder = entry?.path();
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            let Ok(text) = std::fs::read_to_string(folder.join("checks.json")) else {
                continue;
            };
            let checks: Vec<WrittenCheck> = serde_json::from_str(&text)?;
            for check in checks {
                let scenario = scenario_of(&name).to_owned();
                let name = format!("{} {}", check.id, check.name);
                self.0.insert(SuiteCheck { scenario, name }, check.status);
            }
        }
        Ok(())
    }

    /// The number of passed checks.
    pub fn passed(&self) -> usize {
        let passed = self.0.values().filter(|one| **one == CheckStatus::Success);
        passed.count()
    }

    /// The checks that pass here and do not there, with how they end there.
    pub fn lost_in<'a>(&'a self, other: &Self) -> Vec<(&'a SuiteCheck, Option<CheckStatus>)> {
        let passed = self
            .0
            .iter()
            .filter(|(_, one)| **one == CheckStatus::Success);
        passed
            .map(|(check, _)| (check, other.0.get(check).copied()))
            .filter(|(_, end)| !matches!(end, Some(CheckStatus::Success | CheckStatus::Info)))
            .collect()
    }
}

/// The scenario in the name of a folder: `server-<scenario>-<time>`.
fn scenario_of(folder: &str) -> &str {
    let rest = folder.strip_prefix("server-").unwrap_or(folder);
    // A scenario may have a date in its name, but no time after it.
    let is_time = |at: &usize| rest.as_bytes().get(at + 11) == Some(&b'T');
    let mut dates = rest.match_indices("-20").map(|(at, _)| at);
    dates.find(is_time).map_or(rest, |at| &rest[..at])
}

// === impl SuiteCheck ===

impl fmt::Display for SuiteCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.scenario, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_names_the_scenario() {
        for (folder, scenario) in [
            ("server-ping-2026-11-17T21-00-00-000Z", "ping"),
            (
                "server-json-schema-2020-12-2026-11-17T21-00-00-000Z",
                "json-schema-2020-12",
            ),
            ("server-tools-list", "tools-list"),
        ] {
            assert_eq!(scenario_of(folder), scenario);
        }
    }
}
