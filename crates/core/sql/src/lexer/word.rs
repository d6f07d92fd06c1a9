//! Unquoted words, and strings with a letter prefix.

use candor_text::quote;
use sqlparser::tokenizer::Token;

use super::Lexer;
use crate::dialect::SqlEngine;
use crate::effect::NotReadOnly;

/// Whether a word can start with this character.
pub(super) fn begins_word(letter: char) -> bool {
    letter.is_ascii_alphabetic() || letter == '_' || is_foreign_letter(letter)
}

/// Whether a word can continue with this character.
pub(super) fn continues_word(letter: char) -> bool {
    begins_word(letter) || letter.is_ascii_digit()
}

/// Letters beyond ASCII that cannot be taken for an ASCII letter: not those that become one in
/// upper or lower case (`ſ`, the Kelvin sign), and not the compatibility forms (`ｓｅｌｅｃｔ`).
fn is_foreign_letter(letter: char) -> bool {
    let compatible =
        matches!(letter, '\u{2100}'..='\u{214f}' | '\u{2460}'..='\u{24ff}' | '\u{f900}'..);
    let lowered = letter.to_lowercase().any(|other| other.is_ascii());
    let raised = letter.to_uppercase();
    let raised = raised.len() == 1 && raised.into_iter().all(|other| other.is_ascii());
    !letter.is_ascii() && letter.is_alphabetic() && !compatible && !lowered && !raised
}

// === impl Lexer ===

impl Lexer<'_> {
    pub(super) fn word(&mut self) -> Result<(), NotReadOnly> {
        let length = self.word_length();
        let word = self.rest()[..length].to_owned();
        let mut after = self.rest()[length..].chars();
        match (after.next(), after.next()) {
            (Some('\''), _) => self.prefixed_string(&word),
            // Byte and national strings of some engines, and `U&'…'`, whose escape character a
            // later word can change.
            (Some('"' | '`'), _) | (Some('&'), Some('\'' | '"')) => Err(NotReadOnly::unknown(
                format!("the word {} touches a quote", quote(&word)),
            )),
            // Part of the name in some engines, of an operator or a parameter in others. In
            // PostgreSQL two of them are operators only.
            (Some(mark @ ('$' | '#' | '@')), _)
                if mark == '$' || self.engine != SqlEngine::PostgreSql =>
            {
                Err(NotReadOnly::unknown(format!(
                    "{} directly after the word {} is read differently by different engines",
                    quote(&mark.to_string()),
                    quote(&word)
                )))
            }
            _ => self.take(Token::make_word(&word, None), length),
        }
    }

    /// `#name` of SQL Server: a table of the session.
    pub(super) fn temporary_name(&mut self) -> Result<(), NotReadOnly> {
        let marks = self.rest().len() - self.rest().trim_start_matches('#').len();
        let letters = self.rest()[marks..].chars();
        let length: usize = letters
            .take_while(|letter| continues_word(*letter))
            .map(char::len_utf8)
            .sum();
        if marks > 2 || length == 0 {
            return Err(self.not_read('#'));
        }
        let name = self.rest()[..marks + length].to_owned();
        self.take(Token::make_word(&name, None), name.len())
    }

    pub(super) fn word_length(&self) -> usize {
        let letters = self.rest().chars();
        letters
            .take_while(|letter| continues_word(*letter))
            .map(char::len_utf8)
            .sum()
    }

    /// `E'…'`, `N'…'`, `X'…'` and `B'…'`, in the engines that have them. Elsewhere the letter is a
    /// column and the string its alias, or the letter changes how the string is read.
    fn prefixed_string(&mut self, prefix: &str) -> Result<(), NotReadOnly> {
        use SqlEngine::{MySql, PostgreSql, SqlServer, Sqlite};
        let letter = prefix.to_ascii_uppercase();
        let make: fn(String) -> Token = match (letter.as_str(), self.engine) {
            ("E", PostgreSql) => Token::EscapedStringLiteral,
            ("N", PostgreSql | MySql | SqlServer) => Token::NationalStringLiteral,
            ("X", PostgreSql | MySql | Sqlite) => Token::HexStringLiteral,
            ("B", PostgreSql | MySql) => Token::SingleQuotedByteStringLiteral,
            _ => {
                return Err(NotReadOnly::unknown(format!(
                    "the word {} touches a quote",
                    quote(prefix)
                )));
            }
        };
        let (content, length) = self.quoted_content(1, '\'')?;
        self.take(make(content), length + 1)
    }
}
