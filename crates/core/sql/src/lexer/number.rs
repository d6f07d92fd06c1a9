//! Reads the number literals of each engine.

use candor_text::{clip, quote};
use sqlparser::tokenizer::Token;

use super::Lexer;
use super::word::continues_word;
use crate::effect::NotReadOnly;

// === impl Lexer ===

impl Lexer<'_> {
    /// `1`, `1.5`, `1e-3`, `0x1f`. A letter directly after it is refused: `MySQL` reads `1a` as a
    /// name, SQL Server reads `1DELETE` as a number and a statement.
    pub(super) fn number(&mut self) -> Result<(), NotReadOnly> {
        let rest = self.rest();
        if let Some(digits) = rest.strip_prefix("0x") {
            let length = leading(digits, u8::is_ascii_hexdigit);
            let digits = digits[..length].to_owned();
            self.ends_alone(length + 2)?;
            return self.take(Token::HexStringLiteral(digits), length + 2);
        }
        self.decimal()
    }

    /// `.5`. Directly after a name it is refused: `MySQL` reads `a.5` as a column of a table.
    pub(super) fn decimal_point(&mut self) -> Result<(), NotReadOnly> {
        if !self.follows_space() && self.lexemes.last().is_some_and(super::Lexeme::ends_value) {
            let why = "a digit after a dot begins a name in some engines only";
            return Err(NotReadOnly::unknown(why));
        }
        self.decimal()
    }

    fn decimal(&mut self) -> Result<(), NotReadOnly> {
        let rest = self.rest();
        let mut length = leading(rest, u8::is_ascii_digit);
        if rest[length..].starts_with('.') {
            length += 1 + leading(&rest[length + 1..], u8::is_ascii_digit);
        }
        if rest[length..].starts_with(['e', 'E']) {
            let sign = usize::from(rest[length + 1..].starts_with(['+', '-']));
            let digits = leading(&rest[length + 1 + sign..], u8::is_ascii_digit);
            if digits > 0 {
                length += 1 + sign + digits;
            }
        }
        let number = rest[..length].to_owned();
        self.ends_alone(length)?;
        self.take(Token::Number(number, false), length)
    }

    /// Refuses what touches the number that has this length.
    fn ends_alone(&self, length: usize) -> Result<(), NotReadOnly> {
        let after = self.rest()[length..].chars().next();
        let touches = |letter: char| continues_word(letter) || ".$#@'\"`[".contains(letter);
        if !after.is_some_and(touches) {
            return Ok(());
        }
        Err(NotReadOnly::unknown(format!(
            "what begins with {} is a number, a name or both, depending on the engine",
            quote(&clip(self.rest(), length + 1))
        )))
    }
}

/// The number of leading bytes of this kind.
fn leading(text: &str, kind: fn(&u8) -> bool) -> usize {
    text.bytes().take_while(kind).count()
}
