//! Landlock rules about files, signals and abstract sockets.

use std::io;
use std::path::Path;

use ::landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, PathBeneath,
    PathFd, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope,
};

use crate::ConfineLevel;
use crate::plan::{ConfinementPlan, PathAccess};

/// The newest version whose rights were read and understood. Later ones hold Unix sockets by their
/// path, which the supervisor does here.
const NEWEST: ABI = ABI::V7;

/// Prevents this process and its descendants from signalling others, but not vice versa.
///
/// The process that cleans up after a program is started between this and the program's rules: it
/// can signal the program's remaining processes, and nothing else.
///
/// Every ruleset denies moving files to another folder unless it allows that, even one without
/// rules about files. If such rules follow, this one therefore allows it.
pub(super) fn restrict_signals(level: ConfineLevel) -> io::Result<()> {
    let scoped = || {
        let hard = CompatLevel::HardRequirement;
        let ruleset = Ruleset::default()
            .set_compatibility(hard)
            .scope(Scope::Signal)?;
        if !level.is_enforced() {
            return ruleset.create()?.restrict_self();
        }
        let ruleset = ruleset.handle_access(AccessFs::Refer)?.create()?;
        // Without the root there would be nothing to run either.
        let rule = PathFd::new("/")
            .ok()
            .map(|root| PathBeneath::new(root, AccessFs::Refer));
        ruleset
            .add_rules(rule.map(Ok::<_, RulesetError>))?
            .restrict_self()
    };
    let status = scoped().map_err(io::Error::other)?;
    if status.ruleset != RulesetStatus::FullyEnforced {
        return Err(io::Error::other("the kernel does not hold signals"));
    }
    Ok(())
}

/// Activates the rules of a plan for this process and its descendants.
pub(super) fn restrict(plan: &ConfinementPlan) -> io::Result<()> {
    let enforced = restrict_to(plan).map_err(io::Error::other)?;
    if !enforced {
        return Err(io::Error::other("the kernel has no Landlock"));
    }
    Ok(())
}

fn restrict_to(plan: &ConfinementPlan) -> Result<bool, RulesetError> {
    let mut ruleset = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?;
    if plan.level == ConfineLevel::Strict {
        // No rule allows any: it takes no port of its own.
        ruleset = ruleset.handle_access(AccessNet::BindTcp)?;
    }
    let mut ruleset = ruleset.create()?;
    for (path, access) in plan.grants.iter() {
        // A path that was removed since the plan was made needs no rule.
        let Ok(descriptor) = PathFd::new(path) else {
            continue;
        };
        let rights = rights(access, path);
        if !rights.is_empty() {
            ruleset = ruleset.add_rule(PathBeneath::new(descriptor, rights))?;
        }
    }
    let status = ruleset.restrict_self()?;
    Ok(status.ruleset != RulesetStatus::NotEnforced)
}

/// The rights for one path; fewer for what is no folder.
fn rights(access: PathAccess, path: &Path) -> BitFlags<AccessFs> {
    let mut rights = BitFlags::empty();
    let mut add = |when: bool, more: BitFlags<AccessFs>| {
        if when {
            rights |= more;
        }
    };
    add(access.list, AccessFs::ReadDir.into());
    add(access.read, AccessFs::ReadFile.into());
    add(access.run, AccessFs::Execute.into());
    let devices = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev;
    add(
        access.write && !access.device,
        AccessFs::from_write(NEWEST) & !devices,
    );
    add(
        access.device,
        AccessFs::WriteFile | AccessFs::Truncate | AccessFs::IoctlDev,
    );
    if path.is_dir() {
        rights
    } else {
        rights & AccessFs::from_file(NEWEST)
    }
}
