//! What a program may do.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::{ConfineLevel, ConnectTarget};

/// What a program and everything that it starts may do.
///
/// At [`ConfineLevel::Standard`] the lists add to what the level allows, but for `connect` and
/// `run`, which narrow it. At [`ConfineLevel::Strict`] they are all there is. Below, they are not
/// looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChildPermissions {
    /// How firmly it is held.
    pub level: ConfineLevel,
    /// Files and folders that it may read. `~` is the home folder.
    pub read: Vec<PathBuf>,
    /// Files and folders that it may read and change.
    pub write: Vec<PathBuf>,
    /// Where it may connect to.
    pub connect: ConnectRule,
    /// Which programs it may start, beside itself.
    pub run: RunRule,
    /// Variables of our own environment that it gets, beside what every program needs.
    pub environment: Vec<String>,
    /// What it may never read or change at an enforced level, unless one of the lists names it
    /// exactly: the data folder of the gateway for instance.
    pub protect: Vec<PathBuf>,
    /// Whether `standard` adds the working folder and the caches of package managers to what may be
    /// written. Without them there is the temporary folder, and what `write` names.
    pub only_scratch: bool,
    /// What it may use.
    pub limits: ChildLimits,
    /// What is observed of it.
    pub observe: ObservedCalls,
}

/// Where a program may connect to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ConnectRule {
    /// Anywhere on the network; Unix sockets only in folders that it may write.
    #[default]
    Anywhere,
    /// Only there; nowhere, if there is none.
    Only(Vec<ConnectTarget>),
}

/// Which programs a program may start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunRule {
    /// Whatever it may read.
    #[default]
    Anything,
    /// Only these, or what is in these folders.
    Only(Vec<PathBuf>),
}

/// What a program may use. Each is for one process, and what it starts begins anew, but for
/// `processes`, which counts all of the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChildLimits {
    /// Bytes of memory of its own.
    pub memory: Option<u64>,
    /// Seconds of processor time.
    pub cpu_seconds: Option<u64>,
    /// The most files open at once.
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
    /// What it tried to change, reach or start, and was refused.
    Refusals,
    /// Every attempt to change, reach or start something.
    #[default]
    Changes,
    /// Every file that it opens to read, too. It slows the program down.
    Reads,
}

// === impl ChildPermissions ===

impl ChildPermissions {
    /// What a level allows by itself.
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

    /// What a second instance of the same program may do that is there for reading. It reads and
    /// runs what the program may read and run, at `standard` at least, but it writes nothing but
    /// its temporary folder, and connects nowhere.
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
        // What it may change as the ordinary instance, it may look at as this one.
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
