//! Child processes held within bounds.
//!
//! A process that works for strangers confines *itself*, first thing and for good: what is given
//! up here cannot be taken back, neither by the process nor by whatever takes it over. Today the
//! bounds are the kernel's resource limits; rules about files and system calls belong here too.

mod error;
mod limits;
#[cfg(target_os = "linux")]
mod rlimit;

pub use error::SandboxError;
pub use limits::Limits;

/// Confines this process, and with it every thread and every process it may still start.
///
/// If this fails, some of the limits may be in force already, and none can be relied upon: the
/// process must end.
pub fn confine_self(limits: &Limits) -> Result<(), SandboxError> {
    #[cfg(target_os = "linux")]
    return rlimit::confine_self(limits);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = limits;
        Err(SandboxError::Unsupported {
            system: std::env::consts::OS,
        })
    }
}
