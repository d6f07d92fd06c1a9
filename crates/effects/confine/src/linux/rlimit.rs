//! The kernel's resource limits.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::ChildLimits;

/// Sets those limits that are given. Core dumps are always off: they would put what a program
/// knows on the disk.
pub(super) fn set_limits(limits: &ChildLimits) -> io::Result<()> {
    let table = [
        (Resource::Core, Some(0)),
        // Programs reserve far more address space than they use, so the data segment is limited.
        (Resource::Data, limits.memory),
        (Resource::Cpu, limits.cpu_seconds),
        (Resource::Nofile, limits.open_files),
        (Resource::Fsize, limits.file_size),
        (Resource::Nproc, limits.processes),
    ];
    for (resource, limit) in table {
        let Some(limit) = limit else { continue };
        let limit = limit.min(getrlimit(resource).maximum.unwrap_or(u64::MAX));
        setrlimit(
            resource,
            Rlimit {
                current: Some(limit),
                maximum: Some(limit),
            },
        )?;
    }
    Ok(())
}
