//! Prompts on the terminal.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use tokio::task::JoinHandle;

use crate::prelude::{CommandFailure, CommandOutput, CommandResult};

/// The most bytes of an answer.
const ANSWER_MAX: u64 = 4_000;

/// Asks the user to type the name of what is deleted. Without a terminal, nothing is deleted.
pub(crate) async fn confirm_deletion(
    name: &str,
    what: &str,
    output: &CommandOutput,
) -> CommandResult<()> {
    if !io::stdin().is_terminal() || output.is_json() {
        let sentence = format!("`{name}` was not deleted: confirming it needs a terminal");
        return Err(CommandFailure::new(sentence).hint("`--yes` deletes it without asking"));
    }
    output.say(&format!(
        "delete `{name}` with {what}? Type its name to confirm:"
    ));
    let answer = read_line().await??;
    let answer = answer.unwrap_or_default();
    if answer.trim() == name {
        return Ok(());
    }
    Err(CommandFailure::new(format!("`{name}` was not deleted")))
}

/// Reads a line of standard input; `None` at the end. Runs on a separate thread, so that waiting
/// blocks nothing else; the thread keeps waiting even if the line is no longer needed.
pub(crate) fn read_line() -> JoinHandle<io::Result<Option<String>>> {
    tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        let stdin = io::stdin().lock();
        let read = stdin.take(ANSWER_MAX).read_line(&mut line)?;
        Ok((read > 0).then_some(line))
    })
}
