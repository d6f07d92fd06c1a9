//! Permissions of a program.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{ConfineLevel, ConnectTarget};

/// The permissions of a program and its child processes.
///
/// At [`ConfineLevel::Standard`] the lists extend what the level allows, except `connect` and
/// `run`, which restrict it. At [`ConfineLevel::Strict`] only they apply. Below, they are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChildPermissions {
    /// The confinement level.
    pub level: ConfineLevel,
    /// Files and folders that it may read. `~` is the home folder.
    pub read: Vec<PathBuf>,
    /// Files and folders that it may read and change.
    pub write: Vec<PathBuf>,
    /// The allowed connections.
    pub connect: ConnectRule,
    /// The programs that it may start besides itself.
    pub run: RunRule,
    /// Variables of our own environment that it gets, beside what every program needs.
    pub environment: Vec<String>,
    /// What it must not read or change at an enforced level, unless a list names it exactly: for
    /// example the gateway's data directory.
    pub protect: Vec<PathBuf>,
    /// Whether `standard` adds the working folder and the caches of package managers to what may be
    /// written. Without them there is the temporary folder, and what `write` names.
    pub only_scratch: bool,
    /// Limits on the resources it uses.
    pub limits: ChildLimits,
    /// What is observed.
    pub observe: ObservedCalls,
}

/// The allowed connections of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConnectRule {
    /// Anywhere on the network; Unix sockets only in folders that it may write.
    #[default]
    Anywhere,
    /// Only these; an empty list allows none.
    Only(Vec<ConnectTarget>),
}

/// The programs that a program may start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunRule {
    /// Whatever it may read.
    #[default]
    Anything,
    /// Only these, or what is in these folders.
    Only(Vec<PathBuf>),
}

/// Resource limits. Each applies per process, except `processes`, which counts all processes of the
/// user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChildLimits {
    /// Bytes of memory of its own.
    pub memory: Option<u64>,
    /// Seconds of processor time.
    pub cpu_seconds: Option<u64>,
    /// The maximum number of open files.
    pub open_files: Option<u64>,
    /// Bytes that a file may grow to.
    pub file_size: Option<u64>,
    /// Processes and threads of its user. Does not hold root.
    pub processes: Option<u64>,
}

/// What is observed of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ObservedCalls {
    /// Denied attempts to change, reach or start something.
    Refusals,
    /// Every attempt to change, reach or start something.
    #[default]
    Changes,
    /// Every file that it opens to read, too. It slows the program down.
    Reads,
}

// === impl ChildPermissions ===

impl ChildPermissions {
    /// The permissions that a level grants.
    pub fn of(level: ConfineLevel) -> Self {
        let (connect, run) = match level {
            ConfineLevel::Strict => (ConnectRule::Only(Vec::new()), RunRule::Only(Vec::new())),
            _ => (ConnectRule::Anywhere, RunRule::Anything),
        };
        Self {
            level,
            connect,
            run,
            ..Self::default()
        }
    }

    /// The permissions of the additional read-only instance of a program. It can read and execute
    /// the same as the program, at level `standard` or higher, but writes only to its temporary
    /// folder and makes no connections.
    #[must_use]
    pub fn read_only(&self) -> Self {
        let base = if self.level.is_enforced() {
            self.clone()
        } else {
            Self {
                environment: self.environment.clone(),
                protect: self.protect.clone(),
                limits: self.limits,
                ..Self::of(ConfineLevel::Standard)
            }
        };
        let mut read = base.read;
        // What the regular instance may change, this one may read.
        read.extend(base.write);
        Self {
            read,
            write: Vec::new(),
            connect: ConnectRule::Only(Vec::new()),
            only_scratch: true,
            observe: ObservedCalls::Refusals,
            ..base
        }
    }
}

impl From<ConfineLevel> for ChildPermissions {
    fn from(level: ConfineLevel) -> Self {
        Self::of(level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(path: &str) -> Vec<PathBuf> {
        vec![path.into()]
    }

    #[test]
    fn a_reading_instance_writes_and_connects_nowhere() {
        let ordinary = ChildPermissions {
            read: folder("/a"),
            write: folder("/b"),
            connect: ConnectRule::Anywhere,
            run: RunRule::Only(folder("/bin/git")),
            environment: vec!["PROXY".to_owned()],
            ..ChildPermissions::of(ConfineLevel::Strict)
        };
        let reading = ordinary.read_only();
        assert_eq!(reading.level, ConfineLevel::Strict);
        assert_eq!(reading.read, [PathBuf::from("/a"), "/b".into()]);
        assert_eq!(reading.write, Vec::<PathBuf>::new());
        assert_eq!(reading.connect, ConnectRule::Only(Vec::new()));
        assert_eq!(reading.run, ordinary.run);
        assert_eq!(reading.environment, ordinary.environment);
        assert!(reading.only_scratch);
    }

    #[test]
    fn a_program_that_is_not_held_is_held_for_reading() {
        for level in [ConfineLevel::Off, ConfineLevel::Watch] {
            let loose = ChildPermissions {
                protect: folder("/data"),
                ..ChildPermissions::of(level)
            };
            let reading = loose.read_only();
            assert_eq!(reading.level, ConfineLevel::Standard, "{level}");
            assert_eq!(reading.protect, loose.protect);
            assert_eq!(reading.connect, ConnectRule::Only(Vec::new()));
        }
    }
}
