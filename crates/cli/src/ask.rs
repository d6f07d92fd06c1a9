//! Asking whoever sits at the terminal.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use crate::output::Output;
use crate::problems::Failure;

/// The most bytes of an answer.
const ANSWER_MAX: u64 = 100;

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
    // Waiting for a line must not keep the gateway from hearing a signal.
    let answer = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        let stdin = io::stdin().lock();
        stdin.take(ANSWER_MAX).read_line(&mut line).map(|_| line)
    });
    let answer = answer.await.map_err(anyhow::Error::new)??;
    if answer.trim() == name {
        return Ok(());
    }
    Err(Failure::new(format!("`{name}` was not deleted")))
}
