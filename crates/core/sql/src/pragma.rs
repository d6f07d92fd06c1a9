//! SQLite's `PRAGMA`, parsed from its tokens, because the parser does not accept names as values.

use candor_text::quote;
use sqlparser::tokenizer::Token;

use crate::effect::{NotReadOnly, StatementKind};
use crate::lexer::Lexeme;

/// Pragmas that list something, with the name of a table or index, or without.
const LISTING_PRAGMAS: [&str; 13] = [
    "collation_list",
    "compile_options",
    "database_list",
    "foreign_key_list",
    "function_list",
    "index_info",
    "index_list",
    "index_xinfo",
    "module_list",
    "pragma_list",
    "table_info",
    "table_list",
    "table_xinfo",
];

/// Pragmas that return a value, and set it if one is given.
const TELLING_PRAGMAS: [&str; 7] = [
    "application_id",
    "data_version",
    "encoding",
    "freelist_count",
    "page_count",
    "schema_version",
    "user_version",
];

/// `PRAGMA name`, or `PRAGMA name(value)` where the value names what is listed. With `=`, or a
/// schema before the name, it is refused: most pragmas set something then.
pub(crate) fn read_pragma(lexemes: &[Lexeme]) -> Result<StatementKind, NotReadOnly> {
    let name = lexemes.get(1).and_then(Lexeme::bare_word);
    let name = name.unwrap_or_default().to_ascii_lowercase();
    let lists = LISTING_PRAGMAS.contains(&name.as_str());
    let tells = TELLING_PRAGMAS.contains(&name.as_str());
    let rest = lexemes.get(2..).unwrap_or_default();
    let rest: Vec<&Token> = rest.iter().map(|lexeme| &lexeme.token).collect();
    match rest.as_slice() {
        [] if lists || tells => Ok(StatementKind::Pragma),
        [
            Token::LParen,
            Token::Word(_) | Token::SingleQuotedString(_),
            Token::RParen,
        ] if lists => Ok(StatementKind::Pragma),
        _ => Err(NotReadOnly::unknown(format!(
            "the pragma {} is not on the list of those that only read, or has a value",
            quote(&name)
        ))),
    }
}
