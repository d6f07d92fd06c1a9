//! What `cargo build --timings` says about each crate: a list in the page that it writes.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::figures::SlowCrate;

/// How many crates are listed.
const LISTED: usize = 20;

/// One thing that cargo has made.
#[derive(Debug, Deserialize)]
pub(super) struct TimedUnit {
    name: String,
    version: String,
    /// `run-custom-build` for a build script that runs.
    mode: String,
    /// What of the crate it is: nothing for the library, ` build-script`, ` NAME "bin"`.
    #[serde(default)]
    target: String,
    /// How long the unit took, in seconds.
    duration: f64,
}

/// How long what took, in seconds; crates that were built side by side count in full.
#[derive(Debug, Default, PartialEq)]
pub(super) struct TimingSums {
    pub(super) own: f64,
    pub(super) dependencies: f64,
    pub(super) scripts: f64,
    pub(super) floor: f64,
    pub(super) slowest: Vec<SlowCrate>,
}

/// Reads the units in a page of timings; the error says what is wrong with the page.
pub(super) fn units(page: &str) -> Result<Vec<TimedUnit>, String> {
    let (_, rest) = page
        .split_once("UNIT_DATA = ")
        .ok_or("has no list `UNIT_DATA`: this version of cargo writes its timings differently")?;
    // The list is followed by the rest of the script.
    let mut values = serde_json::Deserializer::from_str(rest).into_iter();
    match values.next() {
        Some(Ok(units)) => Ok(units),
        Some(Err(error)) => Err(format!("has a list of units that cannot be read: {error}")),
        None => Err("ends where its list of units should begin".to_owned()),
    }
}

/// Adds up the units; `own` are the names of the packages of this workspace.
pub(super) fn sums(units: &[TimedUnit], own: &BTreeSet<String>) -> TimingSums {
    let mut sums = TimingSums::default();
    let mut crates: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    for unit in units {
        let is_own = own.contains(&unit.name);
        if unit.is_script() {
            sums.scripts += unit.duration;
        } else if is_own {
            sums.own += unit.duration;
        } else {
            sums.dependencies += unit.duration;
        }
        if !is_own {
            sums.floor += unit.duration;
        }
        *crates.entry((&unit.name, &unit.version)).or_default() += unit.duration;
    }
    let slowest = crates.into_iter().map(|((name, version), seconds)| {
        let is_own = own.contains(name);
        let name = if is_own {
            name.to_owned()
        } else {
            format!("{name} {version}")
        };
        SlowCrate {
            name,
            is_own,
            seconds,
        }
    });
    sums.slowest = slowest.collect();
    sums.slowest
        .sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
    sums.slowest.truncate(LISTED);
    sums
}

// === impl TimedUnit ===

impl TimedUnit {
    /// Whether it is a build script, compiled or run.
    fn is_script(&self) -> bool {
        self.mode == "run-custom-build"
            || self.target.trim_start().starts_with("build") && self.target.contains("script")
    }
}
