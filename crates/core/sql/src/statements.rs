//! The statements of a text, read one by one.

use candor_text::{clip, printable, quote};
use sqlparser::ast::Statement;
use sqlparser::parser::{Parser, ParserError};
use sqlparser::tokenizer::Token;

use crate::client_commands::check_client_commands;
use crate::dialect::SqlEngine;
use crate::effect::{NotReadOnly, StatementKind};
use crate::functions::is_known_function;
use crate::lexer::{Lexeme, lex};
use crate::limits::PARSER_DEPTH;
use crate::pragma::read_pragma;
use crate::read::read_statement;
use crate::writing_words::{begins_writing_statement, check_words};

/// The maximum length of a quoted parser message.
const LONGEST_MESSAGE: usize = 200;

/// The kinds of all statements, if each is read-only. Writing statements are reported before
/// unknown ones.
pub(crate) fn read_statements(
    text: &str,
    engine: SqlEngine,
) -> Result<Vec<StatementKind>, NotReadOnly> {
    let lexemes = lex(text, engine)?;
    // The text is cut here and not by the parser, which stops at a stray `END` and leaves the
    // rest unread.
    let statements = lexemes.split(|lexeme| lexeme.token == Token::SemiColon);
    let mut kinds = Vec::new();
    let mut unknown = None;
    for statement in statements.filter(|statement| !statement.is_empty()) {
        match kind_of_statement(statement, engine) {
            Ok(kind) => kinds.push(kind),
            Err(NotReadOnly::Unknown(why)) => _ = unknown.get_or_insert(why),
            Err(writes) => return Err(writes),
        }
    }
    if let Some(why) = unknown {
        return Err(NotReadOnly::Unknown(why));
    }
    if kinds.is_empty() {
        return Err(NotReadOnly::unknown("the text has no statement"));
    }
    check_client_commands(text, engine)?;
    Ok(kinds)
}

fn kind_of_statement(lexemes: &[Lexeme], engine: SqlEngine) -> Result<StatementKind, NotReadOnly> {
    let first = lexemes.first().and_then(Lexeme::bare_word);
    if let Some(word) = first.filter(|word| begins_writing_statement(word)) {
        let why = format!("a statement begins with {}", quote(word));
        return Err(NotReadOnly::Writes(why));
    }
    let kind = if engine == SqlEngine::Sqlite && is_word(first, "pragma") {
        read_pragma(lexemes)?
    } else {
        let statement = parse(lexemes, engine)?;
        read_statement(&statement, lexemes, engine)?
    };
    check_spaced_calls(lexemes, engine)?;
    check_words(lexemes, engine)?;
    Ok(kind)
}

/// The tree of one statement, which has to use up all of its tokens.
fn parse(lexemes: &[Lexeme], engine: SqlEngine) -> Result<Statement, NotReadOnly> {
    let tokens = lexemes.iter().map(Lexeme::with_span).collect();
    let mut parser = Parser::new(engine.grammar())
        .with_recursion_limit(PARSER_DEPTH)
        .with_tokens_with_locations(tokens);
    // The parser knows `TABLE t` as a part of a query only.
    let first = lexemes.first().and_then(Lexeme::bare_word);
    let statement = if is_word(first, "table") {
        parser.parse_query().map(Statement::Query)
    } else {
        parser.parse_statement()
    };
    let statement = statement.map_err(|error| not_parsed(error, engine))?;
    match &parser.peek_token_ref().token {
        Token::EOF => Ok(statement),
        token => Err(NotReadOnly::unknown(format!(
            "{} is not valid at this position in a statement of {}",
            quote(&token.to_string()),
            engine.name()
        ))),
    }
}

fn not_parsed(error: ParserError, engine: SqlEngine) -> NotReadOnly {
    match error {
        ParserError::RecursionLimitExceeded => NotReadOnly::unknown("it is nested too deep"),
        ParserError::ParserError(message) | ParserError::TokenizerError(message) => {
            NotReadOnly::unknown(format!(
                "it cannot be read as a statement of {}: {}",
                engine.name(),
                printable(&clip(&message, LONGEST_MESSAGE))
            ))
        }
    }
}

fn is_word(word: Option<&str>, name: &str) -> bool {
    word.is_some_and(|word| word.eq_ignore_ascii_case(name))
}

/// `MySQL` takes the name of a built-in function with a space before its parenthesis for a function
/// of a user, unless the mode `IGNORE_SPACE` is set.
fn check_spaced_calls(lexemes: &[Lexeme], engine: SqlEngine) -> Result<(), NotReadOnly> {
    if engine != SqlEngine::MySql {
        return Ok(());
    }
    for pair in lexemes.windows(2) {
        let [name, parenthesis] = pair else { continue };
        let spaced = parenthesis.token == Token::LParen && parenthesis.after_space;
        let Some(word) = name.bare_word().filter(|_| spaced) else {
            continue;
        };
        if is_known_function(word, engine) {
            return Err(NotReadOnly::unknown(format!(
                "the space after {} makes it a user's function in some modes of MySQL",
                quote(word)
            )));
        }
    }
    Ok(())
}
