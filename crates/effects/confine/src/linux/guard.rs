//! Resources that are released with a confined program.

use std::os::unix::net::UnixStream;

use super::scratch::ScratchFolder;

/// Dropping it ends what is left of the program, and removes its temporary folder.
#[derive(Debug)]
pub(crate) struct GuardInner {
    /// The keeper begins its work when this socket ends, be it because we were killed.
    pub(super) _keeper: UnixStream,
    pub(super) _scratch: ScratchFolder,
}
