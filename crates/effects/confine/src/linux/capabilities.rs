//! What root may do beyond other users. A program that is held does not need most of it.

use std::io;

use rustix::thread::{CapabilitySet, remove_capability_from_bounding_set};

/// What concerns its own files, for package managers that run as root, and its own user.
const KEPT: CapabilitySet = CapabilitySet::CHOWN
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::FOWNER)
    .union(CapabilitySet::FSETID)
    .union(CapabilitySet::NET_BIND_SERVICE)
    .union(CapabilitySet::SETGID)
    .union(CapabilitySet::SETUID);

/// Gives up all others for the program that is executed next, and for what it starts.
///
/// A user who is not root has none of them, and may not give them up either.
pub(super) fn drop_capabilities() -> io::Result<()> {
    for capability in CapabilitySet::all().difference(KEPT).iter() {
        match remove_capability_from_bounding_set(capability) {
            // One that this kernel does not have.
            Ok(()) | Err(rustix::io::Errno::INVAL) => {}
            Err(rustix::io::Errno::PERM) => return Ok(()),
            Err(cause) => return Err(cause.into()),
        }
    }
    rustix::thread::clear_ambient_capability_set()?;
    Ok(())
}
