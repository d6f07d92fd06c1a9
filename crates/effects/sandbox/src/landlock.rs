//! Landlock rules about files, network and signals, applied by the process to itself.

use std::io;

use ::landlock::{
    ABI, Access as _, AccessFs, AccessNet, LandlockStatus, RestrictSelfAttr as _, Ruleset,
    RulesetAttr as _, RulesetError, RulesetStatus, Scope,
};

use super::{LandlockSupport, SandboxError};

/// The newest version that was read and understood. Of an older kernel it takes what that has.
const NEWEST: ABI = ABI::V9;

/// Gives up everything that the kernel's Landlock covers; `None` if it has none.
///
/// Afterwards the process cannot gain privileges by executing a program, with or without Landlock.
pub(super) fn confine_self() -> Result<Option<LandlockSupport>, SandboxError> {
    restrict().map_err(|error| SandboxError::Landlock(io::Error::other(error)))
}

fn restrict() -> Result<Option<LandlockSupport>, RulesetError> {
    // All rights are handled and no rule grants any.
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .all_threads(true)?
        .restrict_self()?;
    let is_enforced = status.ruleset != RulesetStatus::NotEnforced;
    let LandlockStatus::Available { effective_abi, .. } = status.landlock else {
        return Ok(None);
    };
    Ok(is_enforced.then_some(LandlockSupport {
        version: effective_abi as i32,
        all_threads: status.all_threads,
    }))
}

#[cfg(test)]
mod tests;
