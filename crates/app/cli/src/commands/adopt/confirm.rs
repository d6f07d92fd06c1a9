//! Asks before anything is changed.

use std::io::{self, IsTerminal as _};

use crate::prelude::*;
use crate::prompt;

/// Asks for confirmation. Without a terminal the answer is no, unless a flag confirmed it.
pub(in crate::commands) async fn ask(
    yes: bool,
    question: &str,
    otherwise: &str,
    output: &CommandOutput,
) -> CommandResult<()> {
    if yes {
        return Ok(());
    }
    if !io::stdin().is_terminal() || output.is_json() {
        let failure = CommandFailure::new(format!("{otherwise}: confirming it needs a terminal"));
        return Err(failure.hint("`--yes` does it without asking"));
    }
    output.say(&format!("{question} [y/N]"));
    let answer = prompt::read_line().await??.unwrap_or_default();
    match answer.trim().to_ascii_lowercase().as_str() {
        "y" | "yes" => Ok(()),
        _ => Err(CommandFailure::new(otherwise)),
    }
}
