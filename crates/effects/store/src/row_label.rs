//! Parsing of row columns, with errors that name the row and the column.

use std::borrow::Cow;

use candor_model::{
    ChangeAuthor, ChangeChannel, Digest, EnvironmentName, QualifiedName, SourceName,
};

use crate::{
    StoreError, StoreResult,
    column_text::{NAME_MAX, beginning, escaped, escaped_key, truncated, unescaped, without_nul},
    error::{check_bytes, check_size},
};

/// The maximum length of a reason, in characters.
pub const REASON_MAX: usize = 2_000;
/// The maximum length of an argument pattern, in characters.
pub const PATTERN_MAX: usize = 10_000;

/// Identifies a row in messages.
pub(crate) struct RowLabel<'r> {
    /// The kind of row.
    kind: &'static str,
    id: &'r str,
}

/// Why a row is unreadable: the column and its value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ReadError(pub(crate) &'static str, pub(crate) String);

/// A name that must be stored without loss; `what` says what it names.
pub(crate) fn full_text<'t>(what: &str, text: &'t str) -> StoreResult<Cow<'t, str>> {
    check_bytes(text.len(), NAME_MAX, || beginning(what, text))?;
    Ok(escaped(text))
}

/// The two columns of a tool's name.
pub(crate) fn tool_columns(name: &QualifiedName) -> StoreResult<[Cow<'_, str>; 2]> {
    escaped_key(&name.to_string())?;
    Ok([Cow::Borrowed(name.source().as_str()), escaped(name.own())])
}

/// The column value of an environment; empty for none, which is not a valid name.
pub(crate) fn environment_column(name: Option<&EnvironmentName>) -> &str {
    name.map_or("", EnvironmentName::as_str)
}

/// The author in stored form. A reason is not truncated but rejected if it is too long.
pub(crate) fn fit_author(author: &ChangeAuthor) -> StoreResult<ChangeAuthor> {
    let why = author.why.as_deref();
    bounded("the reason", why.unwrap_or_default(), REASON_MAX)?;
    Ok(ChangeAuthor {
        name: truncated(&author.name, NAME_MAX).into_owned(),
        channel: author.channel,
        why: why.map(|why| without_nul(why).into_owned()),
    })
}

/// Fails if a pattern is too long.
pub(crate) fn check_pattern(pattern: Option<&str>) -> StoreResult<()> {
    bounded("the pattern", pattern.unwrap_or_default(), PATTERN_MAX)
}

fn bounded(what: &str, text: &str, limit: usize) -> StoreResult<()> {
    // Texts never have more characters than bytes, so most need not be counted.
    if text.len() <= limit {
        return Ok(());
    }
    check_size(text.chars().count(), limit, "characters", || {
        what.to_owned()
    })
}

/// The readable rows. Others are skipped with a warning that calls them `what`.
pub(crate) fn readable<R, T>(
    what: &'static str,
    rows: Vec<R>,
    read: impl Fn(R) -> StoreResult<T>,
) -> Vec<T> {
    let warn = |error: &StoreError| tracing::warn!("left out {what}: {error}");
    let rows = rows.into_iter();
    rows.filter_map(|row| read(row).inspect_err(warn).ok())
        .collect()
}

// === impl RowLabel ===

impl<'r> RowLabel<'r> {
    pub(crate) fn new(kind: &'static str, id: &'r str) -> Self {
        Self { kind, id }
    }

    /// The error for an unreadable column of the row.
    pub(crate) fn unread(&self, ReadError(column, value): ReadError) -> StoreError {
        StoreError::Row {
            kind: self.kind,
            id: self.id.to_owned(),
            column,
            value,
        }
    }

    /// Parses a column.
    pub(crate) fn word<T>(
        &self,
        column: &'static str,
        value: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> StoreResult<T> {
        parse(value).ok_or_else(|| {
            let shown = &value[..value.floor_char_boundary(200)];
            self.unread(ReadError(column, shown.to_owned()))
        })
    }

    /// Parses a column that may be null.
    pub(crate) fn optional<T>(
        &self,
        column: &'static str,
        value: Option<&str>,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> StoreResult<Option<T>> {
        value
            .map(|value| self.word(column, value, parse))
            .transpose()
    }

    pub(crate) fn digest(&self, column: &'static str, value: &str) -> StoreResult<Digest> {
        self.word(column, value, Digest::parse)
    }

    pub(crate) fn tool(&self, source: &str, tool: String) -> StoreResult<QualifiedName> {
        let source = self.word("source", source, |name| SourceName::parse(name).ok())?;
        Ok(QualifiedName::new(source, unescaped(tool)))
    }

    pub(crate) fn environment(&self, value: &str) -> StoreResult<Option<EnvironmentName>> {
        if value.is_empty() {
            return Ok(None);
        }
        let parse = |name: &str| EnvironmentName::parse(name).ok();
        self.word("environment", value, parse).map(Some)
    }

    pub(crate) fn author(
        &self,
        name: String,
        door: &str,
        why: Option<String>,
    ) -> StoreResult<ChangeAuthor> {
        let channel = self.word("door", door, ChangeChannel::parse)?;
        Ok(ChangeAuthor { name, channel, why })
    }
}
