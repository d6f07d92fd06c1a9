//! Lines that command-line clients execute themselves instead of sending them to the engine.
//!
//! Tools that pipe a text to `sqlcmd` execute these, even inside a string or comment. The SQLite
//! shell executes lines that start with a dot, and wrappers that split text at line ends can create
//! such lines from any text. Commands of `psql` and `mysql` start with a backslash outside quotes,
//! or with a word at the start of a statement: the lexer or the parser rejects those.

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

/// A dot and a word: `.shell`, `.output`. A number such as `.5` does not count.
fn is_dot_command(line: &str) -> bool {
    let rest = line.strip_prefix('.');
    rest.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_alphabetic()))
}

/// `GO` ends a batch, `EXIT(…)` runs its contents, `!!` runs a program, and a colon starts a
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
