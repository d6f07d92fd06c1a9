//! Keywords that change something.
//!
//! They are searched among the unquoted words, independent of the syntax tree. A column with such a
//! name must be quoted.

use candor_text::quote;
use sqlparser::tokenizer::Token;

use crate::dialect::SqlEngine;
use crate::effect::NotReadOnly;
use crate::lexer::Lexeme;

/// The first words of statements that change data, definitions or permissions.
#[rustfmt::skip]
const WRITING_STATEMENTS: &[&str] = &[
    "alter", "analyze", "attach", "cluster", "comment", "copy", "create", "delete", "detach",
    "drop", "flush", "grant", "import", "insert", "load", "lock", "merge", "optimize", "refresh",
    "reindex", "rename", "repair", "replace", "revoke", "truncate", "update", "vacuum",
];

/// Words that are refused anywhere.
#[rustfmt::skip]
const EVERYWHERE: &[&str] = &[
    "alter", "attach", "call", "copy", "create", "delete", "detach", "drop", "dumpfile", "exec",
    "execute", "grant", "insert", "into", "lock", "merge", "nextval", "outfile", "replace",
    "returning", "revoke", "set", "truncate", "unlock", "update",
];

/// Words that begin a statement in Transact-SQL. It needs no semicolon between statements, so
/// that `SELECT 1 SHUTDOWN` is two of them, while a parser may take the second for an alias.
#[rustfmt::skip]
const TRANSACT_SQL: &[&str] = &[
    "add", "backup", "begin", "break", "bulk", "checkpoint", "close", "commit", "continue",
    "conversation", "dbcc", "deallocate", "declare", "deny", "disable", "dump", "enable", "goto",
    "if", "kill", "lineno", "load", "open", "opendatasource", "openquery", "openrowset", "option",
    "output", "print", "proc", "procedure", "raiserror", "readtext", "receive", "reconfigure",
    "restore", "return", "revert", "rollback", "save", "send", "setuser", "shutdown", "throw",
    "tran", "transaction", "trigger", "updatetext", "use", "waitfor", "while", "writetext",
    "xp_cmdshell",
];

/// Functions with the name of a statement. In statements, these words are never followed by a
/// parenthesis.
const ALSO_FUNCTIONS: &[&str] = &["replace", "truncate"];

/// Whether a statement that starts with this word changes something.
pub(crate) fn begins_writing_statement(word: &str) -> bool {
    is_among(WRITING_STATEMENTS, word)
}

/// Rejects a statement with an unquoted writing keyword.
pub(crate) fn check_words(lexemes: &[Lexeme], engine: SqlEngine) -> Result<(), NotReadOnly> {
    for (index, lexeme) in lexemes.iter().enumerate() {
        let Some(word) = lexeme.bare_word() else {
            continue;
        };
        let next = lexemes.get(index + 1).map(|next| &next.token);
        if word.eq_ignore_ascii_case("next") && is_word(lexemes.get(index + 1), "value") {
            return Err(NotReadOnly::unknown("`NEXT VALUE` advances a sequence"));
        }
        let called = next == Some(&Token::LParen) && is_among(ALSO_FUNCTIONS, word);
        if is_writing(word, engine) && !called && !is_shown(lexemes, index) {
            return Err(NotReadOnly::unknown(format!(
                "the word {} stands outside quotes, and as a keyword it does more than read",
                quote(word)
            )));
        }
    }
    Ok(())
}

fn is_writing(word: &str, engine: SqlEngine) -> bool {
    is_among(EVERYWHERE, word) || engine == SqlEngine::SqlServer && is_among(TRANSACT_SQL, word)
}

/// `SHOW CREATE TABLE t` prints a definition.
fn is_shown(lexemes: &[Lexeme], index: usize) -> bool {
    index == 1 && is_word(lexemes.first(), "show") && is_word(lexemes.get(1), "create")
}

fn is_word(lexeme: Option<&Lexeme>, name: &str) -> bool {
    let word = lexeme.and_then(Lexeme::bare_word);
    word.is_some_and(|word| word.eq_ignore_ascii_case(name))
}

fn is_among(words: &[&str], word: &str) -> bool {
    words.iter().any(|other| other.eq_ignore_ascii_case(word))
}
