//! From the settings of a source to what its program is held to.

use std::path::PathBuf;

use candor_config::{Settings, SourceSettings};
use candor_confine::{ConfineLevel, ObservedCalls};
use candor_wire::link::StdioConfinement;

/// What the program of a source is held to; nothing, if it is not confined.
pub(crate) fn of(source: &SourceSettings, settings: &Settings) -> Option<StdioConfinement> {
    let mut permissions = source.confine.clone();
    if permissions.level == ConfineLevel::Off {
        return None;
    }
    // The secrets of the gateway are in its data folder.
    permissions.protect.push(settings.server.data.clone());
    permissions.observe = match permissions.level {
        ConfineLevel::Watch => ObservedCalls::Changes,
        _ => ObservedCalls::Refusals,
    };
    Some(StdioConfinement {
        permissions,
        launcher: launcher(),
    })
}

/// The command of a launcher: this program again.
pub fn launcher() -> (PathBuf, Vec<String>) {
    let program = crate::functions::command().program;
    (program, ["worker", "confined"].map(str::to_owned).to_vec())
}
