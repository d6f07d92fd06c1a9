//! A token with its position.

use sqlparser::tokenizer::{Span, Token, TokenWithSpan};

/// Words after which a value begins.
#[rustfmt::skip]
const EXPECTING_VALUE: &[&str] = &[
    "all", "and", "as", "between", "by", "case", "distinct", "else", "first", "from", "having",
    "ilike", "in", "is", "like", "limit", "next", "not", "offset", "on", "or", "select", "then",
    "top", "values", "when", "where",
];

/// A token and its position.
#[derive(Clone, Debug)]
pub(crate) struct Lexeme {
    pub(crate) token: Token,
    pub(super) span: Span,
    /// Whether white space or a comment precedes it.
    pub(crate) after_space: bool,
}

// === impl Lexeme ===

impl Lexeme {
    /// The word, if it is unquoted.
    pub(crate) fn bare_word(&self) -> Option<&str> {
        match &self.token {
            Token::Word(word) if word.quote_style.is_none() => Some(&word.value),
            _ => None,
        }
    }

    /// The form that the parser takes.
    pub(crate) fn with_span(&self) -> TokenWithSpan {
        TokenWithSpan::new(self.token.clone(), self.span)
    }

    /// Whether a tree can become deeper by it. Long lists of values cannot.
    pub(super) fn may_branch(&self) -> bool {
        !matches!(
            self.token,
            Token::Comma
                | Token::Period
                | Token::Number(..)
                | Token::Placeholder(_)
                | Token::SingleQuotedString(_)
                | Token::NationalStringLiteral(_)
                | Token::HexStringLiteral(_)
        )
    }

    /// Whether a value can end with it, so that an operator can follow.
    pub(super) fn ends_value(&self) -> bool {
        match &self.token {
            Token::Word(word) => {
                let mut expecting = EXPECTING_VALUE.iter();
                word.quote_style.is_some()
                    || !expecting.any(|known| word.value.eq_ignore_ascii_case(known))
            }
            Token::RParen
            | Token::RBracket
            | Token::Number(..)
            | Token::Placeholder(_)
            | Token::SingleQuotedString(_) => true,
            _ => false,
        }
    }
}
