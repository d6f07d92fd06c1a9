//! Resource limits of a sandboxed process.

/// Resource limits of one process. All are hard limits: a sandboxed process cannot raise them,
/// whatever its privileges.
///
/// Core dumps are always disabled, because they would write user data to disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimits {
    /// Address space in bytes, including the program, its stacks and everything already allocated.
    /// Allocations beyond it fail.
    pub memory: u64,
    /// Seconds of processor time over the whole life of the process. The kernel ends it after
    /// that, even if its parent is gone, and kills it a second later if it does not end.
    pub cpu_seconds: u64,
    /// Open files, with those it has already. At 3 it can open nothing beside its standard
    /// streams.
    pub open_files: u64,
    /// Bytes that a file may grow to by its writing. Pipes do not count.
    pub file_size: u64,
    /// Processes and threads of the user. At 0 it can start neither, unless it runs as root, for
    /// whom this limit does not apply.
    pub processes: u64,
}
