//! The project's lint policy: file, flags and date.

use std::path::{Path, PathBuf};

use candor_lint::LintPolicy;

use crate::args::LintArgs;
use crate::prelude::*;

/// The file that is read if there is one.
pub(super) const FILE: &str = "candor-lint.toml";
/// The largest policy, in bytes.
const LARGEST: u64 = 1 << 20;

/// The policy of the file with the flags over it.
pub(super) fn load(args: &LintArgs) -> CommandResult<LintPolicy> {
    let mut policy = of_file(path(args))?;
    if let Some(directory) = args.submission {
        policy.profile = directory.profile();
    }
    policy.profile = args.profile.unwrap_or(policy.profile);
    Ok(policy)
}

/// The policy of the current folder, or the default one.
pub(in crate::commands) fn of_folder() -> CommandResult<LintPolicy> {
    of_file(beside())
}

/// The policy of a file as of today; the default one without a file.
fn of_file(path: Option<PathBuf>) -> CommandResult<LintPolicy> {
    let mut policy = match path {
        Some(path) => read(&path)?,
        None => LintPolicy::default(),
    };
    policy.today = timestamp::text(timestamp::now())
        .split_once('T')
        .map(|(day, _)| day.to_owned());
    Ok(policy)
}

/// The file that the run reads, if it reads one.
pub(super) fn path(args: &LintArgs) -> Option<PathBuf> {
    args.policy.clone().or_else(beside)
}

fn beside() -> Option<PathBuf> {
    Path::new(FILE).is_file().then(|| PathBuf::from(FILE))
}

fn read(path: &Path) -> CommandResult<LintPolicy> {
    let name = path.display().to_string();
    let text = file::read_text(&name, LARGEST)?;
    candor_lint_files::read_policy(&text, &name).map_err(|problems| {
        CommandFailure::new(format!("the policy `{name}` cannot be used")).because(problems)
    })
}
