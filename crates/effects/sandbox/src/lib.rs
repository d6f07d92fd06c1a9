//! Sandboxed child processes.
//!
//! A process that runs untrusted code first confines *itself*, irreversibly: neither the process
//! nor whatever takes it over can undo it. There is one kind of sandbox, with only the limits
//! configurable: the process can read and write what is already open, compute, and exit. It cannot
//! open files, use the network, start processes or affect other processes.
//!
//! Three independent kernel mechanisms enforce it: resource limits, Landlock if available, and a
//! system call filter. Open descriptors stay open, so the process should have been given only its
//! three standard streams.
//!
//! The parent learns from [`cause`] why it ended.

mod clock;
mod confinement;
mod error;
#[cfg(target_os = "linux")]
mod landlock;
mod limits;
#[cfg(target_os = "linux")]
mod rlimit;
#[cfg(target_os = "linux")]
mod seccomp;
mod termination;

pub use clock::cpu_time;
pub use confinement::{Confinement, LandlockSupport};
pub use error::SandboxError;
pub use limits::ProcessLimits;
pub use termination::{TerminationCause, termination_cause};

/// Confines this process with all its threads; returns the active mechanisms.
///
/// Must be called when everything needed is open and every thread is started: afterwards, an
/// attempt to start one ends the process. Limits and filter also apply to existing threads;
/// Landlock only from [`LandlockSupport::all_threads`] on.
///
/// After an error, some mechanisms may be active but none can be relied upon: the process must
/// exit.
#[cfg(target_os = "linux")]
pub fn confine_self(limits: &ProcessLimits) -> Result<Confinement, SandboxError> {
    // Checks without side effects come first, and steps that open files or allocate come before the
    // limits that would deny them.
    rlimit::check(limits)?;
    let filters = seccomp::SeccompFilters::compile()?;
    let landlock = landlock::confine_self()?;
    rlimit::confine_self(limits)?;
    filters.apply()?;
    Ok(Confinement { landlock })
}

/// Always fails: only Linux is supported.
#[cfg(not(target_os = "linux"))]
pub fn confine_self(_: &ProcessLimits) -> Result<Confinement, SandboxError> {
    Err(SandboxError::here())
}
