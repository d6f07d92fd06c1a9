//! Whether a piece of SQL only reads, and if not, why not.
//!
//! A tool that takes free SQL may read in one call and drop a table in the next. [`classify`]
//! decides about one text: [`SqlEffect::ReadOnly`] only if every word of it was understood and is
//! on a list of read-only constructs. Everything else is treated as the worst case, with a reason
//! in words.
//!
//! There are three independent checks, which must all agree:
//!
//! 1. Our own lexer splits the text and refuses whatever engines, their settings or their command
//!    line clients could split differently. The parser gets these tokens, never the text, so no
//!    second reading of quotes and comments exists.
//! 2. `sqlparser` builds the tree of each statement, and every node of it has to be on a list, as
//!    has every function, operator and type.
//! 3. A word that changes data where it is a keyword may not occur outside quotes at all. This
//!    knows nothing of the tree, so that a gap in the parser does not become a gap here.
//!
//! A text alone cannot show everything: a view, a computed column, a row security rule, or a cast
//! or operator of a user-defined type may call any function when it is read, and a database owner
//! may shadow a built-in function. The text must be the one that the engine gets: for a tool that
//! fills in a template, the result must be checked.
//!
//! Nothing here does I/O, reads a clock, blocks or panics.

mod client_commands;
mod data_type;
mod dialect;
mod effect;
mod functions;
mod lexer;
mod limits;
mod operators;
mod pragma;
mod read;
mod statements;
mod writing_words;

pub use self::dialect::SqlDialect;
pub use self::effect::{SqlEffect, StatementKind};
pub use self::limits::LONGEST_TEXT;

use self::dialect::SqlEngine;
use self::effect::NotReadOnly;
use self::limits::PARSER_STACK;

/// Decides whether this text only reads, as run by an engine of this dialect.
///
/// The text may contain several statements: engines and drivers differ in whether they run all of
/// them or only the first, so every one must be read-only.
pub fn classify(text: &str, dialect: SqlDialect) -> SqlEffect {
    let read = || match dialect.engine() {
        Some(engine) => classify_for(text, engine),
        None => classify_for_all(text),
    };
    // The parser calls itself once for each level and takes more of the stack than a caller can
    // be expected to have. If it should ever panic, the text is not understood.
    let read = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(PARSER_STACK);
        let thread = thread.spawn_scoped(scope, read).ok()?;
        thread.join().ok()
    });
    read.unwrap_or_else(|| SqlEffect::Unknown {
        why: "there is no thread to read it, or the parser failed".to_owned(),
    })
}

fn classify_for(text: &str, engine: SqlEngine) -> SqlEffect {
    match statements::read_statements(text, engine) {
        Ok(statements) => SqlEffect::ReadOnly { statements },
        Err(NotReadOnly::Writes(why)) => SqlEffect::Writes { why },
        Err(NotReadOnly::Unknown(why)) => SqlEffect::Unknown { why },
    }
}

/// Without a known dialect a text has to read, and to be the same statements, in every one. That
/// it writes in one of them is the worse answer and comes first.
fn classify_for_all(text: &str) -> SqlEffect {
    let mut read: Option<SqlEffect> = None;
    let mut unknown: Option<SqlEffect> = None;
    for engine in SqlEngine::ALL {
        match classify_for(text, engine) {
            SqlEffect::Writes { why } => return SqlEffect::Writes { why },
            SqlEffect::Unknown { why } => {
                let why = format!("read as {}: {why}", engine.name());
                unknown.get_or_insert(SqlEffect::Unknown { why });
            }
            effect @ SqlEffect::ReadOnly { .. } => {
                if read.as_ref().is_some_and(|first| *first != effect) {
                    let why = "the engines read it as different kinds of statements".to_owned();
                    unknown.get_or_insert(SqlEffect::Unknown { why });
                }
                read = Some(effect);
            }
        }
    }
    let none = || SqlEffect::Unknown {
        why: "no dialect reads it".to_owned(),
    };
    unknown.or(read).unwrap_or_else(none)
}
