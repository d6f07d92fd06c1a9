//! Parameters and variables. They are bound to values, never to parts of the statement.

use sqlparser::tokenizer::Token;

use super::Lexer;
use super::word::{begins_word, continues_word};
use crate::dialect::SqlEngine;
use crate::effect::NotReadOnly;

// === impl Lexer ===

impl Lexer<'_> {
    pub(super) fn placeholder(&mut self, first: char) -> Result<(), NotReadOnly> {
        match (first, self.engine) {
            ('?', _) => self.question_mark(),
            (':', SqlEngine::PostgreSql) if self.rest().starts_with("::") => {
                self.take(Token::DoubleColon, 2)
            }
            ('$', _) => self.numbered(),
            ('@', SqlEngine::PostgreSql) => self.operator(),
            ('@', SqlEngine::MySql | SqlEngine::SqlServer) if self.rest().starts_with("@@") => {
                self.named(2)
            }
            _ => self.named(1),
        }
    }

    /// A parameter, or in PostgreSQL after a value an operator of JSON.
    fn question_mark(&mut self) -> Result<(), NotReadOnly> {
        let operates = self.lexemes.last().is_some_and(super::Lexeme::ends_value);
        if self.engine == SqlEngine::PostgreSql && operates {
            return self.operator();
        }
        let digits = self.rest()[1..].bytes();
        let length = 1 + digits.take_while(u8::is_ascii_digit).count();
        self.ends_here(length)?;
        let name = self.rest()[..length].to_owned();
        self.take(Token::Placeholder(name), length)
    }

    /// `:name`, `@name` or `@@name`.
    fn named(&mut self, marks: usize) -> Result<(), NotReadOnly> {
        let name = &self.rest()[marks..];
        if !name.starts_with(begins_word) {
            return Err(self.not_read(self.peek().unwrap_or_default()));
        }
        let letters = name.chars().take_while(|letter| continues_word(*letter));
        let length = marks + letters.map(char::len_utf8).sum::<usize>();
        self.ends_here(length)?;
        let name = self.rest()[..length].to_owned();
        self.take(Token::Placeholder(name), length)
    }

    /// `$1`. Any other use of a dollar sign is rejected: quotes in PostgreSQL, names in `MySQL`,
    /// money in SQL Server.
    fn numbered(&mut self) -> Result<(), NotReadOnly> {
        let digits = self.rest()[1..].bytes();
        let length = 1 + digits.take_while(u8::is_ascii_digit).count();
        let numbers = matches!(self.engine, SqlEngine::PostgreSql | SqlEngine::Sqlite);
        if length == 1 || !numbers {
            return Err(self.not_read('$'));
        }
        self.ends_here(length)?;
        let name = self.rest()[..length].to_owned();
        self.take(Token::Placeholder(name), length)
    }

    /// Rejects a parameter followed by a letter, a quote or another mark, such as `$1$`.
    fn ends_here(&self, length: usize) -> Result<(), NotReadOnly> {
        let after = self.rest()[length..].chars().next();
        let touches = |letter: &char| continues_word(*letter) || "$#@:?'\"`[".contains(*letter);
        match after.filter(touches) {
            None => Ok(()),
            Some(letter) => Err(self.not_read(letter)),
        }
    }
}
