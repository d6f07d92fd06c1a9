//! Quoted strings and names. Their end must be unambiguous; whether an engine treats double quotes
//! as a name or a string does not affect whether the statement only reads.

use candor_text::quote;
use sqlparser::tokenizer::Token;

use super::Lexer;
use crate::dialect::SqlEngine;
use crate::effect::NotReadOnly;

// === impl Lexer ===

impl Lexer<'_> {
    pub(super) fn quoted(&mut self, mark: char) -> Result<(), NotReadOnly> {
        let (content, length) = self.quoted_content(0, mark)?;
        let token = match (mark, self.engine) {
            ('\'', _) => Token::SingleQuotedString(content),
            ('"', SqlEngine::MySql) => Token::DoubleQuotedString(content),
            ('"', _) => Token::make_word(&content, Some('"')),
            (_, SqlEngine::MySql | SqlEngine::Sqlite) => backticked_name(&content)?,
            _ => return Err(self.not_read(mark)),
        };
        self.take(token, length)
    }

    /// `[…]`. SQL Server reads `]]` as one bracket in the name, SQLite as the end of it.
    pub(super) fn bracketed_name(&mut self) -> Result<(), NotReadOnly> {
        let inside = self.rest().get(1..).unwrap_or_default();
        let Some(length) = inside.find(']') else {
            return Err(NotReadOnly::unknown(
                "a name begins with `[` and never ends",
            ));
        };
        let name = &inside[..length];
        if inside[length + 1..].starts_with(']') {
            let why = "`]]` within brackets is read differently by different engines";
            return Err(NotReadOnly::unknown(why));
        }
        check_semicolons(name)?;
        let token = Token::make_word(name, Some('['));
        self.take(token, length + 2)
    }

    /// The contents between two quotes, with doubled quotes counted as one, and the total length in
    /// bytes. The opening quote is at this offset.
    ///
    /// In PostgreSQL and `MySQL`, a setting decides whether a backslash escapes the following
    /// quote. If no quote follows an odd number of backslashes, both interpretations end at the
    /// same place.
    pub(super) fn quoted_content(
        &self,
        skipped: usize,
        mark: char,
    ) -> Result<(String, usize), NotReadOnly> {
        let inside = self.rest().get(skipped + 1..).unwrap_or_default();
        let mut content = String::new();
        let mut backslashes = 0_usize;
        let mut letters = inside.char_indices().peekable();
        while let Some((index, letter)) = letters.next() {
            if letter == mark {
                if mark != '`' && backslashes % 2 == 1 && self.engine.may_escape_by_backslash() {
                    return Err(NotReadOnly::unknown(format!(
                        "a backslash before {} ends the text or not, depending on a setting of {}",
                        quote(&mark.to_string()),
                        self.engine.name()
                    )));
                }
                if letters.next_if(|(_, next)| *next == mark).is_none() {
                    check_semicolons(&content)?;
                    return Ok((content, index + 2));
                }
            }
            backslashes = if letter == '\\' { backslashes + 1 } else { 0 };
            content.push(letter);
        }
        Err(NotReadOnly::unknown(format!(
            "a text begins with {} and never ends",
            quote(&mark.to_string())
        )))
    }
}

/// Connections to `MySQL` may declare a character set in which the byte of a backtick can be the
/// second half of a character. Without such characters there is none.
fn backticked_name(content: &str) -> Result<Token, NotReadOnly> {
    if content.is_ascii() {
        return Ok(Token::make_word(content, Some('`')));
    }
    Err(NotReadOnly::unknown(format!(
        "the name {} has other than ASCII letters within backticks, so that its end depends \
         on the character set of the connection",
        quote(content)
    )))
}

/// A program that splits its text at every semicolon would run what follows it as a statement.
/// Nothing follows where the quote ends, as in `'; '`: no statement begins with a quote.
fn check_semicolons(content: &str) -> Result<(), NotReadOnly> {
    let mut after = content.split(';').skip(1).map(str::trim_start);
    match after.find(|rest| !rest.is_empty() && !rest.starts_with(',')) {
        None => Ok(()),
        Some(rest) => Err(NotReadOnly::unknown(format!(
            "{} follows a semicolon within quotes, at which some programs split the text",
            quote(rest)
        ))),
    }
}
