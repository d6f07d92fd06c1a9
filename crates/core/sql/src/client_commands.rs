//! Lines that a command line client takes for itself instead of sending them to the engine.
//!
//! Tools that hand a text to `sqlcmd` run these, and inside a string or comment too. The shell of
//! SQLite takes a line that begins with a dot, and wrappers that split the text at line ends make
//! such a line of any. What `psql` and `mysql` take for themselves begins with a backslash outside
//! quotes, or with a word where a statement begins: the lexer or the parser refuses those.

use candor_text::quote;

use crate::dialect::SqlEngine;
use crate::effect::NotReadOnly;

/// Refuses a text that has a line for the client.
pub(crate) fn check_client_commands(text: &str, engine: SqlEngine) -> Result<(), NotReadOnly> {
    match engine {
        SqlEngine::SqlServer => check_sqlcmd(text),
        SqlEngine::Sqlite => check_lines(text, "the SQLite shell", is_dot_command),
        SqlEngine::PostgreSql | SqlEngine::MySql => Ok(()),
    }
}

fn check_sqlcmd(text: &str) -> Result<(), NotReadOnly> {
    if text.contains("$(") {
        let why = "`$(` begins a variable that `sqlcmd` replaces before the engine reads the text";
        return Err(NotReadOnly::unknown(why));
    }
    check_lines(text, "`sqlcmd`", is_command)
}

fn check_lines(text: &str, client: &str, is_command: fn(&str) -> bool) -> Result<(), NotReadOnly> {
    match text.lines().map(str::trim).find(|line| is_command(line)) {
        None => Ok(()),
        Some(line) => Err(NotReadOnly::unknown(format!(
            "the line {} is a command of {client}, not SQL",
            quote(line)
        ))),
    }
}

/// A dot and a word: `.shell`, `.output`. A number such as `.5` is none.
fn is_dot_command(line: &str) -> bool {
    let rest = line.strip_prefix('.');
    rest.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_alphabetic()))
}

/// `GO` ends a batch, `EXIT(…)` runs what stands in it, `!!` runs a program, and a colon begins a
/// command.
fn is_command(line: &str) -> bool {
    let end = line.find(|letter: char| !letter.is_ascii_alphabetic());
    let word = &line[..end.unwrap_or(line.len())];
    let begins = ["go", "exit"]
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known));
    let alone = ["ed", "quit", "reset"];
    let is_alone = alone.iter().any(|known| line.eq_ignore_ascii_case(known));
    begins || is_alone || line.starts_with(':') || line.starts_with("!!")
}
