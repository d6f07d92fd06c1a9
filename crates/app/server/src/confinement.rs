//! Converts source settings to the confinement of its program.

use std::path::PathBuf;

use candor_config::{Settings, SourceSettings, SplitSettings};
use candor_confine::{
    ChildPermissions, ConfineLevel, ConnectRule, KernelSupport, ObservedCalls, kernel_support,
};
use candor_sources::InstanceSpec;
use candor_wire::link::{StdioConfinement, StdioSpec};

/// The confinement of a source's program; `None` if it is not confined.
pub(crate) fn of(source: &SourceSettings, settings: &Settings) -> Option<StdioConfinement> {
    let mut permissions = permissions(source, settings);
    if permissions.level == ConfineLevel::Off {
        return None;
    }
    permissions.observe = match permissions.level {
        ConfineLevel::Watch => ObservedCalls::Changes,
        _ => ObservedCalls::Refusals,
    };
    Some(held(permissions))
}

/// Whether a source's program has an additional read-only instance.
pub(crate) fn instance(
    source: &SourceSettings,
    settings: &Settings,
    program: &StdioSpec,
) -> InstanceSpec {
    let Some(split) = &source.split else {
        return InstanceSpec::Only;
    };
    if let Some(reason) = not_split(kernel_support()) {
        tracing::warn!(
            source.name = %source.name,
            "`{}` is not split: {reason}; its hints are not relied upon", source.name
        );
        return InstanceSpec::NotSplit(reason);
    }
    let permissions = read_only(&permissions(source, settings), split);
    InstanceSpec::Split(Box::new(StdioSpec {
        label: format!("{} (read-only)", source.name),
        confine: Some(Box::new(held(permissions))),
        ..program.clone()
    }))
}

/// Why no program can be held to reading on this system, if none can.
pub fn not_split(support: KernelSupport) -> Option<String> {
    let held = support.check_read_only();
    held.err().map(|error| error.to_string())
}

fn permissions(source: &SourceSettings, settings: &Settings) -> ChildPermissions {
    let mut permissions = source.confine.clone();
    // The secrets of the gateway are in its data folder.
    permissions.protect.push(settings.server.data.clone());
    permissions
}

fn read_only(ordinary: &ChildPermissions, split: &SplitSettings) -> ChildPermissions {
    ChildPermissions {
        write: split.write.clone(),
        connect: ConnectRule::Only(split.connect.clone()),
        ..ordinary.read_only()
    }
}

fn held(permissions: ChildPermissions) -> StdioConfinement {
    StdioConfinement {
        permissions,
        launcher: launcher(),
        observer: None,
    }
}

/// The command of a launcher: this program again.
pub fn launcher() -> (PathBuf, Vec<String>) {
    let program = crate::functions::command().program;
    (program, ["worker", "confined"].map(str::to_owned).to_vec())
}
