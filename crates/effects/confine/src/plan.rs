//! Converts permissions to rules that the kernel can enforce.
//!
//! Landlock allows folders with everything below, without exceptions. A folder that contains
//! something protected is therefore not allowed as a whole: its other entries are, one by one.
//! Mount namespaces could hide protected paths instead, but not every system lets users create one.
//! The cost: an entry created later in such a folder cannot be read until the program is restarted,
//! and the names in it can be listed.

mod around;
mod grants;
mod planner;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{
    ChildLimits, ChildPermissions, ConfineError, ConfineLevel, ConnectRule, ObservedCalls,
};
pub(crate) use grants::PathGrants;
use planner::Planner;

/// The allowed uses of a path and everything below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a right that can be given or not"
)]
pub(crate) struct PathAccess {
    pub(crate) list: bool,
    pub(crate) read: bool,
    pub(crate) write: bool,
    pub(crate) run: bool,
    pub(crate) device: bool,
}

/// One rule about files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PathGrant {
    pub(crate) path: PathBuf,
    pub(crate) access: PathAccess,
}

/// All rules that the kernel and the supervisor enforce.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ConfinementPlan {
    pub(crate) level: ConfineLevel,
    pub(crate) grants: PathGrants,
    pub(crate) connect: ConnectRule,
    pub(crate) observe: ObservedCalls,
    pub(crate) limits: ChildLimits,
}

/// The program for which a plan is made.
pub(crate) struct PlannedProgram<'a> {
    /// The path of the program.
    pub(crate) program: &'a Path,
    pub(crate) environment: &'a [(String, String)],
    /// The folder it starts in.
    pub(crate) folder: &'a Path,
    /// The folder for its temporary files.
    pub(crate) scratch: &'a Path,
    /// Home of the user.
    pub(crate) home: Option<&'a Path>,
    /// Whether it runs as root, for whom file permissions do not apply.
    pub(crate) is_root: bool,
}

// === impl ConfinementPlan ===

impl ConfinementPlan {
    /// Creates the plan, and missing folders that are needed.
    pub(crate) fn make(
        permissions: &ChildPermissions,
        program: &PlannedProgram<'_>,
    ) -> Result<Self, ConfineError> {
        let mut grants = PathGrants::default();
        if permissions.level.is_enforced() {
            let planner = Planner {
                permissions,
                program,
            };
            planner.fill(&mut grants)?;
        }
        Ok(Self {
            level: permissions.level,
            grants,
            connect: permissions.connect.clone(),
            observe: permissions.observe,
            limits: permissions.limits,
        })
    }
}
