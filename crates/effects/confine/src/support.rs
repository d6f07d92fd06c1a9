//! What this system can enforce.

use serde::{Deserialize, Serialize};

use crate::{ConfineError, ConfineLevel};

/// The Landlock version that added truncation.
const TRUNCATION: u32 = 3;
/// The Landlock version that added signals and abstract sockets.
const SIGNALS: u32 = 6;

/// What this system can enforce.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelSupport {
    /// The version of Landlock; none, if there is none.
    pub landlock: Option<u32>,
    /// Whether system calls can be notified to a supervisor.
    pub notifications: bool,
}

/// Finds out what this system can hold a program to.
pub fn kernel_support() -> KernelSupport {
    #[cfg(target_os = "linux")]
    {
        KernelSupport {
            landlock: crate::linux::landlock_version(),
            notifications: crate::linux::knows_notifications(),
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        KernelSupport::default()
    }
}

// === impl KernelSupport ===

impl KernelSupport {
    /// The highest level that it can hold.
    pub fn highest_level(self) -> ConfineLevel {
        let mut levels = ConfineLevel::ALL.into_iter().rev();
        let found = levels.find(|level| self.check(*level).is_ok());
        found.unwrap_or(ConfineLevel::Off)
    }

    /// Rejects a level that cannot be enforced; returns the gaps of one that can.
    pub fn check(self, level: ConfineLevel) -> Result<Vec<String>, ConfineError> {
        let gaps = self.gaps(level);
        let is_bare = level.is_enforced() && self.landlock.is_none();
        let refused = match level {
            ConfineLevel::Off => false,
            ConfineLevel::Watch => !self.notifications,
            ConfineLevel::Standard => !self.notifications || is_bare,
            ConfineLevel::Strict => !gaps.is_empty(),
        };
        if refused {
            return Err(ConfineError::Unsupported {
                level,
                missing: gaps.join("; "),
            });
        }
        Ok(gaps)
    }

    /// Refuses a read-only instance where not everything that it promises can be held: others rely
    /// upon it, so it gets no gaps.
    pub fn check_read_only(self) -> Result<(), ConfineError> {
        let gaps = self.gaps(ConfineLevel::Strict);
        if gaps.is_empty() {
            return Ok(());
        }
        Err(ConfineError::NoReadOnlyInstance {
            missing: gaps.join("; "),
        })
    }

    fn gaps(self, level: ConfineLevel) -> Vec<String> {
        let mut gaps = Vec::new();
        if level == ConfineLevel::Off {
            return gaps;
        }
        if !self.notifications {
            gaps.push(
                "the kernel cannot ask about system calls (Linux 5.5 on x86_64 or aarch64 can)"
                    .to_owned(),
            );
        }
        if !level.is_enforced() {
            return gaps;
        }
        match self.landlock {
            None => gaps.push("the kernel has no Landlock, or it is off (see `lsm=`)".to_owned()),
            Some(version) => {
                if version < TRUNCATION {
                    gaps.push(format!(
                        "Landlock {version} cannot keep files from being emptied (Linux 6.2 can)"
                    ));
                }
                if version < SIGNALS {
                    gaps.push(format!("Landlock {version} cannot keep signals from other processes (Linux 6.12 can)"));
                }
            }
        }
        gaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_kernels_hold_less_and_say_so() {
        let support = |landlock, notifications| KernelSupport {
            landlock,
            notifications,
        };
        for (support, highest) in [
            (support(None, false), ConfineLevel::Off),
            (support(None, true), ConfineLevel::Watch),
            (support(Some(7), false), ConfineLevel::Off),
            (support(Some(1), true), ConfineLevel::Standard),
            (support(Some(5), true), ConfineLevel::Standard),
            (support(Some(6), true), ConfineLevel::Strict),
        ] {
            assert_eq!(support.highest_level(), highest, "{support:?}");
        }
        let gaps = support(Some(1), true)
            .check(ConfineLevel::Standard)
            .unwrap();
        assert_eq!(gaps.len(), 2);
        let error = support(Some(1), true)
            .check(ConfineLevel::Strict)
            .unwrap_err();
        assert!(error.to_string().contains("emptied"), "{error}");
        assert!(support(Some(6), true).check_read_only().is_ok());
        for less in [support(Some(5), true), support(Some(6), false)] {
            let error = less.check_read_only().unwrap_err();
            assert!(error.to_string().contains("read-only instance"), "{error}");
        }
    }
}
