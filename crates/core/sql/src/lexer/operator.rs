//! Reads operators, and refuses those an engine does not define.

use candor_text::quote;
use sqlparser::tokenizer::Token;

use super::Lexer;
use crate::dialect::SqlEngine;
use crate::effect::NotReadOnly;

/// Whether an operator can have this character. PostgreSQL takes every run of its operator
/// characters for one operator.
pub(super) fn is_operator_part(letter: char, engine: SqlEngine) -> bool {
    match letter {
        '+' | '-' | '*' | '/' | '<' | '>' | '=' | '~' | '!' | '%' | '^' | '&' | '|' => true,
        '@' | '#' | '?' | '`' => engine == SqlEngine::PostgreSql,
        _ => false,
    }
}

// === impl Lexer ===

impl Lexer<'_> {
    pub(super) fn operator(&mut self) -> Result<(), NotReadOnly> {
        let run = self.operator_run().to_owned();
        if let Some(token) = operator_token(&run, self.engine) {
            return self.take(token, run.len());
        }
        // `a=-1`: PostgreSQL, too, splits a sign from an operator of these characters only.
        let signed = run.strip_suffix(['-', '+']);
        let signed = signed.filter(|operator| operator.chars().all(|part| "+*/<>=".contains(part)));
        let token = signed.and_then(|operator| operator_token(operator, self.engine));
        match token {
            Some(token) => self.take(token, run.len() - 1),
            None => Err(NotReadOnly::unknown(format!(
                "the operator {} is not on the list of those of {}",
                quote(&run),
                self.engine.name()
            ))),
        }
    }

    /// The operator characters from here on, up to a comment.
    fn operator_run(&self) -> &str {
        let rest = self.rest();
        let parts = rest.char_indices();
        let stops = |index: usize| {
            index > 0 && (rest[index..].starts_with("--") || rest[index..].starts_with("/*"))
        };
        let mut parts = parts
            .skip_while(|(index, part)| is_operator_part(*part, self.engine) && !stops(*index));
        let end = parts.next().map_or(rest.len(), |(index, _)| index);
        &rest[..end]
    }
}

/// The token of an operator that this engine has.
fn operator_token(operator: &str, engine: SqlEngine) -> Option<Token> {
    let everywhere = match operator {
        "+" => Token::Plus,
        "-" => Token::Minus,
        "*" => Token::Mul,
        "/" => Token::Div,
        "%" => Token::Mod,
        "=" => Token::Eq,
        "<>" | "!=" => Token::Neq,
        "<" => Token::Lt,
        ">" => Token::Gt,
        "<=" => Token::LtEq,
        ">=" => Token::GtEq,
        "||" => Token::StringConcat,
        "&" => Token::Ampersand,
        "|" => Token::Pipe,
        "~" => Token::Tilde,
        "<<" => Token::ShiftLeft,
        ">>" => Token::ShiftRight,
        _ => return operator_of(operator, engine),
    };
    Some(everywhere)
}

/// The token of an operator that not every engine has.
fn operator_of(operator: &str, engine: SqlEngine) -> Option<Token> {
    use SqlEngine::{MySql, PostgreSql, SqlServer, Sqlite};
    match (operator, engine) {
        ("^", PostgreSql | MySql | SqlServer) => Some(Token::Caret),
        ("->", PostgreSql | MySql | Sqlite) => Some(Token::Arrow),
        ("->>", PostgreSql | MySql | Sqlite) => Some(Token::LongArrow),
        ("&&", PostgreSql | MySql) => Some(Token::Overlap),
        ("<=>", MySql) => Some(Token::Spaceship),
        ("==", Sqlite) => Some(Token::DoubleEq),
        ("~*", PostgreSql) => Some(Token::TildeAsterisk),
        ("!~", PostgreSql) => Some(Token::ExclamationMarkTilde),
        ("!~*", PostgreSql) => Some(Token::ExclamationMarkTildeAsterisk),
        ("#>", PostgreSql) => Some(Token::HashArrow),
        ("#>>", PostgreSql) => Some(Token::HashLongArrow),
        ("@>", PostgreSql) => Some(Token::AtArrow),
        ("<@", PostgreSql) => Some(Token::ArrowAt),
        ("@@", PostgreSql) => Some(Token::AtAt),
        ("?", PostgreSql) => Some(Token::Question),
        ("?|", PostgreSql) => Some(Token::QuestionPipe),
        ("?&", PostgreSql) => Some(Token::QuestionAnd),
        _ => None,
    }
}
