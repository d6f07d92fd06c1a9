//! The kernel's resource limits.

use std::fs;
use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::{ProcessLimits, SandboxError};

/// The kernel's file with the memory use of the process.
const STATUS: &str = "/proc/self/status";

/// Sees whether the limits can hold the process at all. Changes nothing.
pub(super) fn check(limits: &ProcessLimits) -> Result<(), SandboxError> {
    let held = held()?;
    if held >= limits.memory {
        return Err(SandboxError::TooLate {
            held,
            limit: limits.memory,
        });
    }
    Ok(())
}

/// Sets every limit.
pub(super) fn confine_self(limits: &ProcessLimits) -> Result<(), SandboxError> {
    let table = [
        ("core dumps", Resource::Core, 0),
        ("file size", Resource::Fsize, limits.file_size),
        ("processor time", Resource::Cpu, limits.cpu_seconds),
        ("processes", Resource::Nproc, limits.processes),
        ("address space", Resource::As, limits.memory),
        // Pages that were reserved before count as address space already, but become data only
        // when they are made writable.
        ("data", Resource::Data, limits.memory),
        // Last: from here on nothing may be openable.
        ("open files", Resource::Nofile, limits.open_files),
    ];
    for (name, resource, limit) in table {
        set(name, resource, limit)?;
    }
    Ok(())
}

/// Lowers one limit. Where a stricter one is in force, that one stays.
fn set(name: &'static str, resource: Resource, limit: u64) -> Result<(), SandboxError> {
    let allowed = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let limit = limit.min(allowed);
    // At the soft limit of processor time comes a signal that says why, and a process that ignores
    // it is killed at the hard one. Were both the same, it could not be told from another kill.
    let grace = u64::from(resource == Resource::Cpu);
    let new = Rlimit {
        current: Some(limit),
        maximum: Some(limit.saturating_add(grace).min(allowed)),
    };
    setrlimit(resource, new).map_err(|cause| SandboxError::Refused {
        resource: name,
        limit,
        cause: cause.into(),
    })
}

/// Bytes of address space that this process has.
fn held() -> Result<u64, SandboxError> {
    let unmeasured = |cause| SandboxError::Unmeasured {
        file: STATUS,
        cause,
    };
    let text = fs::read_to_string(STATUS).map_err(unmeasured)?;
    let kibibytes = text
        .lines()
        .find_map(|line| line.strip_prefix("VmSize:"))
        .and_then(|size| size.trim().strip_suffix("kB"))
        .and_then(|size| size.trim_end().parse::<u64>().ok())
        .ok_or_else(|| {
            unmeasured(io::Error::new(
                io::ErrorKind::InvalidData,
                "it does not say `VmSize` in kB",
            ))
        })?;
    Ok(kibibytes.saturating_mul(1024))
}
