//! Splits a text into tokens, or reports why it is ambiguous.
//!
//! Everything is rejected that depends on engine settings (backslashes before quotes), on versions
//! or drivers (executable comments, `{fn …}`), or that readers cannot see (control characters,
//! unusual white space). What remains has only one interpretation.

mod comment;
mod lexeme;
mod number;
mod operator;
mod placeholder;
mod quoted;
mod word;

use candor_text::quote;
use sqlparser::tokenizer::{Location, Span, Token};

pub(crate) use self::lexeme::Lexeme;
use crate::dialect::SqlEngine;
use crate::effect::NotReadOnly;
use crate::limits::{DEEPEST_NESTING, LONGEST_TEXT, MOST_BRANCHES, MOST_JOINS};

/// A place in the text, and what was found before it.
struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: u64,
    column: u64,
    engine: SqlEngine,
    lexemes: Vec<Lexeme>,
    /// The end of the last lexeme.
    ended: usize,
    nesting: usize,
    branches: usize,
    joins: usize,
}

/// Splits a text, if every engine of this kind would split it so.
pub(crate) fn lex(text: &str, engine: SqlEngine) -> Result<Vec<Lexeme>, NotReadOnly> {
    if text.len() > LONGEST_TEXT {
        return Err(NotReadOnly::unknown(format!(
            "the text has {} bytes, and no more than {LONGEST_TEXT} are looked at",
            text.len()
        )));
    }
    check_control_characters(text)?;
    let mut lexer = Lexer {
        text,
        at: 0,
        line: 1,
        column: 1,
        engine,
        lexemes: Vec::new(),
        ended: 0,
        nesting: 0,
        branches: 0,
        joins: 0,
    };
    while let Some(first) = lexer.peek() {
        lexer.next_lexeme(first)?;
    }
    Ok(lexer.lexemes)
}

/// A zero byte ends the text for engines and drivers written in C, and other control characters
/// are white space to some engines only. Line and paragraph separators end a comment for some.
fn check_control_characters(text: &str) -> Result<(), NotReadOnly> {
    let strange = |letter: &char| {
        (letter.is_control() && !matches!(letter, '\t' | '\n' | '\r'))
            || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}')
    };
    match text.chars().find(strange) {
        None => Ok(()),
        Some(letter) => Err(NotReadOnly::unknown(format!(
            "the text has the character {}, which engines read differently",
            quote(&letter.escape_unicode().to_string())
        ))),
    }
}

// === impl Lexer ===

impl Lexer<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn peek_second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    /// Whether white space or a comment precedes this position.
    fn follows_space(&self) -> bool {
        self.ended != self.at
    }

    /// Passes over this many bytes.
    fn advance(&mut self, bytes: usize) {
        let end = self.at + bytes;
        for letter in self.text.get(self.at..end).unwrap_or_default().chars() {
            if letter == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.at = end;
    }

    /// Consumes this many bytes as one token.
    fn take(&mut self, token: Token, bytes: usize) -> Result<(), NotReadOnly> {
        let after_space = self.follows_space();
        let start = Location::new(self.line, self.column);
        self.advance(bytes);
        let span = Span::new(start, Location::new(self.line, self.column));
        self.ended = self.at;
        let lexeme = Lexeme {
            token,
            span,
            after_space,
        };
        self.count_branches(&lexeme)?;
        self.lexemes.push(lexeme);
        Ok(())
    }

    fn count_branches(&mut self, lexeme: &Lexeme) -> Result<(), NotReadOnly> {
        let word = lexeme.bare_word().unwrap_or_default();
        self.joins += usize::from(word.eq_ignore_ascii_case("join"));
        self.branches += usize::from(lexeme.may_branch());
        if self.joins > MOST_JOINS {
            return Err(NotReadOnly::unknown(format!(
                "the text has more than {MOST_JOINS} joins"
            )));
        }
        if self.branches > MOST_BRANCHES {
            return Err(NotReadOnly::unknown(format!(
                "the text has more than {MOST_BRANCHES} words and operators"
            )));
        }
        Ok(())
    }

    fn next_lexeme(&mut self, first: char) -> Result<(), NotReadOnly> {
        match first {
            ' ' | '\t' | '\n' => self.advance(1),
            // PostgreSQL ends a comment there, other engines do not.
            '\r' if self.peek_second() == Some('\n') => self.advance(2),
            '-' if self.rest().starts_with("--") => self.line_comment()?,
            '/' if self.rest().starts_with("/*") => self.block_comment()?,
            '#' => self.number_sign()?,
            '\'' | '"' | '`' => self.quoted(first)?,
            '[' | ']' => self.bracket(first)?,
            '(' | ')' | ',' | ';' | '.' => self.punctuation(first)?,
            '?' | ':' | '$' | '@' => self.placeholder(first)?,
            '0'..='9' => self.number()?,
            _ if word::begins_word(first) => self.word()?,
            _ if operator::is_operator_part(first, self.engine) => self.operator()?,
            _ => return Err(self.not_read(first)),
        }
        Ok(())
    }

    /// A character that begins nothing.
    fn not_read(&self, letter: char) -> NotReadOnly {
        let shown = if letter.is_ascii() {
            letter.to_string()
        } else {
            letter.escape_unicode().to_string()
        };
        NotReadOnly::unknown(format!(
            "the character {} outside quotes has no certain reading in {}",
            quote(&shown),
            self.engine.name()
        ))
    }

    fn punctuation(&mut self, first: char) -> Result<(), NotReadOnly> {
        let token = match first {
            '(' => Token::LParen,
            ')' => Token::RParen,
            ',' => Token::Comma,
            ';' => Token::SemiColon,
            _ if self.peek_second().is_some_and(|next| next.is_ascii_digit()) => {
                return self.decimal_point();
            }
            _ => Token::Period,
        };
        self.count_nesting(first)?;
        self.take(token, 1)
    }

    /// Brackets are array subscripts in PostgreSQL, and quotes in SQL Server and SQLite.
    fn bracket(&mut self, first: char) -> Result<(), NotReadOnly> {
        match (self.engine, first) {
            (SqlEngine::PostgreSql, '[') => {
                self.count_nesting('(')?;
                self.take(Token::LBracket, 1)
            }
            (SqlEngine::PostgreSql, ']') => {
                self.count_nesting(')')?;
                self.take(Token::RBracket, 1)
            }
            (SqlEngine::SqlServer | SqlEngine::Sqlite, '[') => self.bracketed_name(),
            _ => Err(self.not_read(first)),
        }
    }

    fn count_nesting(&mut self, first: char) -> Result<(), NotReadOnly> {
        match first {
            '(' => self.nesting += 1,
            ')' => self.nesting = self.nesting.saturating_sub(1),
            _ => {}
        }
        if self.nesting > DEEPEST_NESTING {
            return Err(NotReadOnly::unknown(format!(
                "parentheses are nested more than {DEEPEST_NESTING} deep"
            )));
        }
        Ok(())
    }
}
