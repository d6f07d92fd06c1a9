//! `candor lint --watch`: checks again when a file changes.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::args::LintArgs;
use crate::prelude::*;

/// The polling interval.
const PAUSE: Duration = Duration::from_millis(400);

/// Runs until it is interrupted. A run that fails is reported and does not end the watch: the
/// next change may repair it.
pub(super) async fn run(args: &LintArgs, context: &CommandContext) -> CommandResult {
    let target = args.target.as_deref().unwrap_or_default();
    if !Path::new(target).exists() {
        let failure = CommandFailure::new(format!("`{target}` is no file or folder to watch"));
        return Err(failure.hint("`--watch` needs a document, functions or a dump on this machine"));
    }
    loop {
        let seen = state(args);
        if let Err(failure) = super::once(args, context).await {
            failure.print(&context.output);
        }
        context
            .output
            .say(&format!("watching `{target}`; Ctrl-C ends it"));
        while state(args) == seen {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// When each watched file was changed last.
fn state(args: &LintArgs) -> Vec<(PathBuf, Option<SystemTime>)> {
    let target = args.target.iter().map(PathBuf::from);
    let mut files: Vec<PathBuf> = target.chain(super::policy::path(args)).collect();
    for folder in files.clone() {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        files.extend(entries.map(|entry| entry.path()));
    }
    files.sort();
    let changed = |path: &PathBuf| {
        std::fs::metadata(path)
            .and_then(|data| data.modified())
            .ok()
    };
    files
        .into_iter()
        .map(|path| (path.clone(), changed(&path)))
        .collect()
}
