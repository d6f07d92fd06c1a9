//! `candor completions`.

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::args::CliArgs;
use crate::prelude::*;

/// Prints the script that a shell loads.
pub(super) fn run(shell: Shell, output: &CommandOutput) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut CliArgs::command(), "candor", &mut script);
    output.line(String::from_utf8_lossy(&script).trim_end())?;
    Ok(CommandExit::Success)
}
