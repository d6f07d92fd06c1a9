//! `candor man`.

use std::path::Path;

use clap::CommandFactory as _;

use crate::args::CliArgs;
use crate::prelude::*;

/// Writes the manual pages of all commands.
pub(super) fn run(folder: &Path, output: &CommandOutput) -> CommandResult {
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(CliArgs::command(), folder));
    written.map_err(|cause| {
        let sentence = format!("cannot write manual pages into `{}`", folder.display());
        CommandFailure::io(sentence, cause)
    })?;
    let count = std::fs::read_dir(folder).map_or(0, Iterator::count);
    output.say(&format!(
        "{} in `{}`",
        counted(count, "file"),
        folder.display()
    ));
    Ok(CommandExit::Success)
}
