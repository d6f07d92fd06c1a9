//! The mechanisms that confine a process.

use std::fmt;

/// The mechanisms that confine a process besides its [`ProcessLimits`](crate::ProcessLimits).
///
/// The system call filter always applies, on every thread, and alone suffices to deny files,
/// network and processes. Landlock is a second, independent mechanism of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// The Landlock in force; nothing if the kernel has none.
    pub landlock: Option<LandlockSupport>,
}

/// Landlock as the kernel has it. Every version refuses all files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LandlockSupport {
    /// The version of its interface that is used.
    pub version: i32,
    /// Whether it also applies to threads started earlier; otherwise only to the calling one.
    /// Kernels support that from Landlock version 8 on.
    pub all_threads: bool,
}

// === impl LandlockSupport ===

impl LandlockSupport {
    /// Whether it refuses TCP.
    pub fn holds_network(self) -> bool {
        self.version >= 4
    }

    /// Whether it refuses signals to other processes, and abstract Unix sockets.
    pub fn holds_signals(self) -> bool {
        self.version >= 6
    }
}

// === impl Confinement ===

impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a filter on system calls")?;
        let Some(landlock) = self.landlock else {
            return f.write_str("; the kernel has no Landlock");
        };
        let held = match (landlock.holds_network(), landlock.holds_signals()) {
            (_, true) => "files, TCP and signals",
            (true, false) => "files and TCP",
            (false, false) => "files",
        };
        let version = landlock.version;
        write!(f, ", and Landlock {version} over {held}")?;
        if landlock.all_threads {
            return Ok(());
        }
        f.write_str(" of one thread")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_holds() {
        for (landlock, expect) in [
            (None, "a filter on system calls; the kernel has no Landlock"),
            (
                Some((1, false)),
                "a filter on system calls, and Landlock 1 over files of one thread",
            ),
            (
                Some((4, false)),
                "a filter on system calls, and Landlock 4 over files and TCP of one thread",
            ),
            (
                Some((8, true)),
                "a filter on system calls, and Landlock 8 over files, TCP and signals",
            ),
        ] {
            let landlock = landlock.map(|(version, all_threads)| LandlockSupport {
                version,
                all_threads,
            });
            assert_eq!(Confinement { landlock }.to_string(), expect);
        }
    }
}
