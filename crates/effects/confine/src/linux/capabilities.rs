//! Root's capabilities, most of which a confined program does not need.

use std::io;

use rustix::thread::{CapabilitySet, remove_capability_from_bounding_set};

/// Those about its own files, for package managers that run as root, and its own user.
const KEPT: CapabilitySet = CapabilitySet::CHOWN
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::FOWNER)
    .union(CapabilitySet::FSETID)
    .union(CapabilitySet::NET_BIND_SERVICE)
    .union(CapabilitySet::SETGID)
    .union(CapabilitySet::SETUID);

/// Drops all others for the program that is executed next, and its child processes.
///
/// Other users have none of them, and cannot drop them either.
pub(super) fn drop_capabilities() -> io::Result<()> {
    for capability in CapabilitySet::all().difference(KEPT).iter() {
        match remove_capability_from_bounding_set(capability) {
            // This kernel does not have the capability.
            Ok(()) | Err(rustix::io::Errno::INVAL) => {}
            Err(rustix::io::Errno::PERM) => return Ok(()),
            Err(cause) => return Err(cause.into()),
        }
    }
    rustix::thread::clear_ambient_capability_set()?;
    Ok(())
}
