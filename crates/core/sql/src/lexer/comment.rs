//! Comments that every engine ignores.

use super::Lexer;
use crate::dialect::SqlEngine;
use crate::effect::NotReadOnly;

// === impl Lexer ===

impl Lexer<'_> {
    /// `-- …` to the end of the line. `MySQL` treats `--` as two minus signs unless white space
    /// follows. A carriage return ends the comment in PostgreSQL but not elsewhere.
    pub(super) fn line_comment(&mut self) -> Result<(), NotReadOnly> {
        let rest = self.rest();
        let spaced = rest.get(2..).unwrap_or_default();
        if !spaced.is_empty() && !spaced.starts_with([' ', '\t', '\n', '\r']) {
            let why = "`--` begins a comment in some engines only, unless a space follows";
            return Err(NotReadOnly::unknown(why));
        }
        self.rest_of_line()
    }

    /// `#` begins a comment in `MySQL`, a name in SQL Server, an operator in PostgreSQL.
    pub(super) fn number_sign(&mut self) -> Result<(), NotReadOnly> {
        match self.engine {
            SqlEngine::MySql => self.rest_of_line(),
            SqlEngine::PostgreSql => self.operator(),
            SqlEngine::SqlServer => self.temporary_name(),
            SqlEngine::Sqlite => Err(self.not_read('#')),
        }
    }

    /// `/* … */`. `MySQL` runs `/*! … */`, `MariaDB` `/*M! … */`, and `/*+ … */` steers the
    /// optimizer, which in `MySQL` sets variables. Comments nest in PostgreSQL and SQL Server only.
    pub(super) fn block_comment(&mut self) -> Result<(), NotReadOnly> {
        let inside = self.rest().get(2..).unwrap_or_default();
        if inside.starts_with(['!', '+']) || inside.starts_with("M!") {
            let why = "`/*!` and `/*+` begin comments that some engines execute";
            return Err(NotReadOnly::unknown(why));
        }
        let Some(length) = inside.find("*/") else {
            return Err(NotReadOnly::unknown(
                "a comment begins with `/*` and never ends",
            ));
        };
        let comment = &inside[..length];
        // `/*/` also opens a comment: its slash belongs to the opening.
        if comment.contains("/*") || comment.starts_with('/') {
            let why = "`/*` stands within a comment, and only some engines nest comments";
            return Err(NotReadOnly::unknown(why));
        }
        check_no_semicolon(comment)?;
        self.advance(length + 4);
        Ok(())
    }

    fn rest_of_line(&mut self) -> Result<(), NotReadOnly> {
        let rest = self.rest();
        let length = rest.find('\n').unwrap_or(rest.len());
        let comment = rest[..length].strip_suffix('\r').unwrap_or(&rest[..length]);
        if comment.contains('\r') {
            let why = "a carriage return in a comment ends it in some engines only";
            return Err(NotReadOnly::unknown(why));
        }
        check_no_semicolon(comment)?;
        self.advance(length);
        Ok(())
    }
}

/// A program that splits its text at every semicolon would run what follows the one in a comment.
fn check_no_semicolon(comment: &str) -> Result<(), NotReadOnly> {
    if comment.contains(';') {
        let why = "a comment has a semicolon, at which some programs split the text";
        return Err(NotReadOnly::unknown(why));
    }
    Ok(())
}
