//! The system call filter, which applies to every thread of the process.
//!
//! It is an allowlist: calls needed for computing are allowed, and all others fail with `EPERM`, so
//! that libraries that try more get a regular error. Calls that no library makes by accident end
//! the process immediately, because they indicate a takeover.

mod calls;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::env::consts::ARCH;
use std::{io, process};

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition,
    SeccompFilter, SeccompRule, TargetArch, apply_filter_all_threads,
};

use super::SandboxError;
use calls::{ALLOWED, ArgumentRule, HOSTILE, SystemCall};

/// "Operation not permitted".
const EPERM: u32 = 1;
/// The bit of a mapping's protection by which it can be executed.
const PROT_EXEC: u64 = 4;

/// Filters ready to be activated.
///
/// There are two, because the library supports one action for matches and one for the rest. The
/// kernel evaluates both and uses the stricter action.
pub(super) struct SeccompFilters {
    /// Ends the process for a hostile call.
    ending: BpfProgram,
    /// Refuses what is not allowed.
    refusing: BpfProgram,
}

// === impl SeccompFilters ===

impl SeccompFilters {
    /// The filters for this process.
    pub(super) fn compile() -> Result<Self, SandboxError> {
        let machine = match ARCH {
            "x86_64" => TargetArch::x86_64,
            "aarch64" => TargetArch::aarch64,
            _ => return Err(SandboxError::here()),
        };
        Self::compile_for(machine, process::id()).map_err(refused)
    }

    fn compile_for(machine: TargetArch, process: u32) -> Result<Self, BackendError> {
        let ending = SeccompFilter::new(
            rules(HOSTILE, machine, process)?,
            SeccompAction::Allow,
            SeccompAction::KillProcess,
            machine,
        )?;
        let refusing = SeccompFilter::new(
            rules(ALLOWED, machine, process)?,
            SeccompAction::Errno(EPERM),
            SeccompAction::Allow,
            machine,
        )?;
        Ok(Self {
            ending: ending.try_into()?,
            refusing: refusing.try_into()?,
        })
    }

    /// Activates them for every thread. Afterwards no privileges can be gained.
    pub(super) fn apply(&self) -> Result<(), SandboxError> {
        // In this order, for the second refuses to set a filter.
        apply_filter_all_threads(&self.ending).map_err(refused)?;
        apply_filter_all_threads(&self.refusing).map_err(refused)
    }
}

fn refused(cause: impl std::error::Error + Send + Sync + 'static) -> SandboxError {
    SandboxError::Seccomp(io::Error::other(cause))
}

/// The calls that this kind of machine has, each with what its arguments must be.
fn rules(
    calls: &[SystemCall],
    machine: TargetArch,
    process: u32,
) -> Result<BTreeMap<i64, Vec<SeccompRule>>, BackendError> {
    calls
        .iter()
        .filter_map(|call| Some((call.number(machine)?, call.when)))
        .map(|(number, when)| Ok((number, rule(when, process)?)))
        .collect()
}

/// No rule means any arguments.
fn rule(when: ArgumentRule, process: u32) -> Result<Vec<SeccompRule>, BackendError> {
    use SeccompCmpArgLen::{Dword, Qword};
    let condition = match when {
        ArgumentRule::Always => return Ok(Vec::new()),
        ArgumentRule::NotExecutable(argument) => {
            SeccompCondition::new(argument, Qword, SeccompCmpOp::MaskedEq(PROT_EXEC), 0)
        }
        // The kernel looks at the lower half only, so the filter does too.
        ArgumentRule::OwnProcess(argument) => {
            SeccompCondition::new(argument, Dword, SeccompCmpOp::Eq, process.into())
        }
        ArgumentRule::Below(argument, bound) => {
            SeccompCondition::new(argument, Dword, SeccompCmpOp::Lt, bound)
        }
    };
    Ok(vec![SeccompRule::new(vec![condition?])?])
}
