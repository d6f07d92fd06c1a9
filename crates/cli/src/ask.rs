//! Asking whoever sits at the terminal.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use tokio::task::JoinHandle;

use crate::output::Output;
use crate::problems::Failure;

/// The most bytes of an answer.
const ANSWER_MAX: u64 = 4_000;

/// Asks before something is deleted; whoever means it types its name. Where nobody can be asked,
/// nothing is deleted.
pub(crate) async fn before_deleting(
    name: &str,
    what: &str,
    output: &Output,
) -> Result<(), Failure> {
    if !io::stdin().is_terminal() || output.is_json() {
        let sentence = format!("`{name}` was not deleted: nobody is there to be asked");
        return Err(Failure::new(sentence).hint("`--yes` deletes it without asking"));
    }
    output.say(&format!(
        "delete `{name}` with {what}? Type its name to say yes:"
    ));
    let answer = line().await.map_err(anyhow::Error::new)??;
    let answer = answer.unwrap_or_default();
    if answer.trim() == name {
        return Ok(());
    }
    Err(Failure::new(format!("`{name}` was not deleted")))
}

/// Reads a line of standard input; none at its end. Waiting for one must not keep anything else
/// from happening, so that a thread of its own waits. It goes on waiting if nobody wants the line
/// any more.
pub(crate) fn line() -> JoinHandle<io::Result<Option<String>>> {
    tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        let stdin = io::stdin().lock();
        let read = stdin.take(ANSWER_MAX).read_line(&mut line)?;
        Ok((read > 0).then_some(line))
    })
}
