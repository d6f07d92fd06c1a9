//! Child processes held within bounds.
//!
//! A process that runs untrusted code confines *itself*, first thing and for good: what is given
//! up here cannot be taken back, neither by the process nor by whatever takes it over. There is
//! one kind of confinement, and nothing to choose but how much may be used: such a process reads
//! what it has open, computes, writes what it has open, and ends. It opens no file, speaks to no
//! network, starts nothing and touches no other process.
//!
//! Three things of the kernel hold it, and each holds alone what it is about: resource limits,
//! Landlock where the kernel has it, and a filter on system calls. What it had open before stays
//! open, so it should have been given its three standard streams and no more.
//!
//! Its parent learns from [`cause`] what ended it.

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

/// Confines this process with every thread it has, and says what holds it.
///
/// Must be called when everything is open and every thread is started that will be needed: from
/// then on the attempt to start one ends the process. A thread that was started before is held by
/// the limits and the filter; by Landlock only from [`LandlockSupport::all_threads`] on.
///
/// If this fails, some of the bounds may be in force already, and none can be relied upon: the
/// process must end.
#[cfg(target_os = "linux")]
pub fn confine_self(limits: &ProcessLimits) -> Result<Confinement, SandboxError> {
    // What can be found out without changing anything comes first, and what must open a file or
    // allocate comes before the bounds that would refuse it.
    rlimit::check(limits)?;
    let filters = seccomp::SeccompFilters::compile()?;
    let landlock = landlock::confine_self()?;
    rlimit::confine_self(limits)?;
    filters.apply()?;
    Ok(Confinement { landlock })
}

/// Confines nothing, and says so: only Linux offers what it takes.
#[cfg(not(target_os = "linux"))]
pub fn confine_self(_: &ProcessLimits) -> Result<Confinement, SandboxError> {
    Err(SandboxError::here())
}
