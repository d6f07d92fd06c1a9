//! What a confined process may use.

/// The bounds of one process. All of them are hard: a confined process cannot raise them again,
/// whatever its privileges.
///
/// Core dumps are always off, for they would put a user's data on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessLimits {
    /// Bytes of address space, with the program itself, its stacks and everything it holds
    /// already. An allocation beyond it fails.
    pub memory: u64,
    /// Seconds of processor time over the whole life of the process. The kernel ends it after
    /// that, even if its parent is gone, and kills it a second later if it does not end.
    pub cpu_seconds: u64,
    /// Open files, with those it has already. At 3 it can open nothing beside its standard
    /// streams.
    pub open_files: u64,
    /// Bytes that a file may grow to by its writing. Pipes do not count.
    pub file_size: u64,
    /// Processes and threads of its user. At 0 it can start neither, unless it runs as root, to
    /// whom this limit does not apply.
    pub processes: u64,
}
