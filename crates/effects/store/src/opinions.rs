//! Opinions about tools, with a version per entry.
//!
//! A change names the version of the entry that was read. If the entry has another version, the
//! whole change is rejected, so that two editors cannot overwrite each other.

mod body;
mod rename;
mod toolset;
mod written;

use std::collections::BTreeMap;

use candor_boxed::boxed;
use candor_model::{
    ChangeRecord, EnvironmentName, Opinion, OpinionKey, OpinionScope, QualifiedName, ToolPattern,
    ToolsetName,
};

use crate::{
    Store, StoreError, StoreResult,
    column_text::{escaped_key, unescaped},
    error::{check_bytes, not_json},
    row_label::{ReadError, RowLabel},
    sql::{SqlValue, from_row, number},
    toolsets,
    write::WriteTransaction,
};

pub(crate) use rename::{move_toolset, remove_scope, rename};
pub(crate) use toolset::{
    OpinionEntryColumns, in_toolset, opinion_entries, read_entries, replace_toolset, toolsets_at,
};
pub use written::WrittenOpinions;

/// The maximum size of an opinion, as JSON, in bytes.
pub const OPINION_MAX: usize = 64 << 10;

/// An opinion and its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredOpinion {
    /// The tools it is about and where it applies.
    pub key: OpinionKey,
    /// The opinion itself.
    pub opinion: Opinion,
    /// The revision at which it was written.
    pub version: u64,
}

/// A write to one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpinionWrite {
    /// The key of the entry.
    pub key: OpinionKey,
    /// The version that was read; 0 if there was no entry.
    pub expected: u64,
    /// The new opinion. `None` or an empty opinion removes the entry.
    pub opinion: Option<Opinion>,
}

struct OpinionColumns {
    scope_kind: String,
    scope_name: String,
    about: String,
    body: String,
    version: i64,
}

from_row!(OpinionColumns: scope_kind, scope_name, about, body, version);

/// A query for opinions, as a literal so that queries stay constant.
macro_rules! select {
    ($conditions:literal) => {
        concat!(
            "SELECT scope_kind, scope_name, about, body, version FROM opinions",
            $conditions
        )
    };
}

/// The opinions written since a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpinionNews {
    /// The current number of opinions. If it is lower than expected, some were removed, and all
    /// must be read again to tell which.
    pub rows: u64,
    /// The opinions that were written.
    pub written: Vec<StoredOpinion>,
    /// How many of these are unreadable.
    pub unread: usize,
}

impl Store {
    /// The opinions written after a revision; all of them for 0. Unreadable rows are skipped with a
    /// warning.
    #[boxed]
    pub async fn opinion_news(&self, after: u64) -> StoreResult<OpinionNews> {
        let what = "read the annotations";
        let count = "SELECT COUNT(*) FROM opinions";
        let count: Option<(i64,)> = self.one(what, count, &[]).await?;
        let query = select!(" WHERE version > $1");
        let rows: Vec<OpinionColumns> = self.rows(what, query, &[after.into()]).await?;
        let all = rows.len();
        let written: Vec<_> = rows.into_iter().filter_map(OpinionColumns::heard).collect();
        Ok(OpinionNews {
            rows: count.map_or(0, |(rows,)| number(rows)),
            unread: all - written.len(),
            written,
        })
    }

    /// All opinions, ordered by key. Unreadable rows are skipped with a warning.
    #[boxed]
    pub async fn opinions(&self) -> StoreResult<Vec<StoredOpinion>> {
        let query = select!("");
        let rows: Vec<OpinionColumns> = self.rows("read the annotations", query, &[]).await?;
        let mut opinions: Vec<StoredOpinion> =
            rows.into_iter().filter_map(OpinionColumns::heard).collect();
        opinions.sort_by_cached_key(|one| (one.key.scope.clone(), one.key.about.to_string()));
        Ok(opinions)
    }

    /// Returns one opinion. An unreadable one is an error, because treating it as missing would
    /// overwrite it.
    #[boxed]
    pub async fn opinion(&self, key: &OpinionKey) -> StoreResult<Option<StoredOpinion>> {
        let query = select!(" WHERE scope_kind = $1 AND scope_name = $2 AND about = $3");
        let values = place(key)?;
        let row: Option<OpinionColumns> = self.one("read an annotation", query, &values).await?;
        let unread = |error| RowLabel::new("annotation", &key.to_string()).unread(error);
        row.map(|row| row.read().map_err(unread)).transpose()
    }

    /// Applies writes, all or none; a version conflict is an error. Returns the new state of the
    /// entries. An entry that is removed and created again never gets an earlier version.
    #[boxed]
    pub async fn write_opinions(
        &self,
        writes: &[OpinionWrite],
        changes: &[ChangeRecord],
    ) -> StoreResult<WrittenOpinions> {
        let bodies = writes.iter().map(OpinionWrite::body);
        let bodies: Vec<Option<String>> = bodies.collect::<Result<_, _>>()?;
        if writes.is_empty() {
            return Ok(WrittenOpinions::default());
        }
        let mut write = self.write("change annotations").await?;
        let mut written = WrittenOpinions {
            revision: write.revision(),
            entries: Vec::with_capacity(writes.len()),
        };
        for (one, body) in writes.iter().zip(bodies) {
            let entry = written::entry(one, body.as_deref(), write.revision())?;
            one.apply(body, &mut write).await?;
            written.entries.push(entry);
        }
        for (name, at) in scopes(writes) {
            toolsets::touch(&mut write, name, changes.get(at).or(changes.last())).await?;
        }
        write.commit(changes).await?;
        Ok(written)
    }
}

/// The toolsets affected, each with the index of the first write to it.
fn scopes(writes: &[OpinionWrite]) -> BTreeMap<&ToolsetName, usize> {
    let mut scopes = BTreeMap::new();
    for (at, one) in writes.iter().enumerate() {
        if let OpinionScope::Toolset(name) = &one.key.scope {
            scopes.entry(name).or_insert(at);
        }
    }
    scopes
}

/// The primary key columns.
fn place(key: &OpinionKey) -> StoreResult<[SqlValue<'static>; 3]> {
    let [kind, name] = scope_columns(&key.scope).map(SqlValue::from);
    Ok([kind, name, about(&key.about)?])
}

fn scope_columns(scope: &OpinionScope) -> [String; 2] {
    let kind = match scope {
        OpinionScope::Everywhere => "everywhere",
        OpinionScope::Environment(_) => "environment",
        OpinionScope::Toolset(_) => "toolset",
    };
    [kind, scope.name().unwrap_or_default()].map(str::to_owned)
}

fn about(pattern: &ToolPattern) -> StoreResult<SqlValue<'static>> {
    Ok(escaped_key(&pattern.to_string())?.into_owned().into())
}

/// The opinion as stored, if it is not too large; `subject` names it in errors.
fn text(opinion: &Opinion, subject: &str) -> StoreResult<String> {
    let body = body::write(opinion).map_err(|body::NotJson { key, cause }| {
        not_json(format!("the member `{key}` of {subject}"))(cause)
    })?;
    let what = || format!("the override of {subject}");
    check_bytes(body.len(), OPINION_MAX, what)?;
    Ok(body)
}

/// Parses the tool pattern of a row.
fn read_about(column: String) -> Result<ToolPattern, ReadError> {
    let text = unescaped(column);
    // A tool's own name may contain characters that hand-written patterns may not.
    let exact = || QualifiedName::parse(&text).map(|name| ToolPattern::exactly(&name));
    let about = ToolPattern::parse(&text).ok().or_else(exact);
    about.ok_or_else(|| ReadError("name", text.clone()))
}

/// The entry as named in messages.
fn subject(key: &OpinionKey) -> String {
    match &key.scope {
        OpinionScope::Everywhere => format!("`{}`", key.about),
        scope => format!("`{}` in {scope}", key.about),
    }
}

// === impl OpinionWrite ===

impl OpinionWrite {
    /// The new body: `None` for an empty opinion.
    fn body(&self) -> StoreResult<Option<String>> {
        let opinion = self.opinion.as_ref().filter(|opinion| !opinion.is_empty());
        let body = opinion.map(|opinion| text(opinion, &subject(&self.key)));
        body.transpose()
    }

    /// Checks the version and writes one entry.
    async fn apply(
        &self,
        body: Option<String>,
        write: &mut WriteTransaction<'_>,
    ) -> StoreResult<()> {
        let entry = place(&self.key)?;
        let query = "SELECT version FROM opinions \
                     WHERE scope_kind = $1 AND scope_name = $2 AND about = $3";
        let found = write.number(query, &entry).await?;
        if found != self.expected {
            let subject = subject(&self.key);
            return Err(StoreError::Stale { subject, found });
        }
        let Some(body) = body else {
            let statement = "DELETE FROM opinions \
                 WHERE scope_kind = $1 AND scope_name = $2 AND about = $3";
            return write.execute(statement, &entry).await.map(drop);
        };
        let version = write.revision();
        let statement = "INSERT INTO opinions (scope_kind, scope_name, about, body, version) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (scope_kind, scope_name, about) \
             DO UPDATE SET body = excluded.body, version = excluded.version";
        let [kind, name, about] = entry;
        let values = [kind, name, about, body.into(), version.into()];
        write.execute(statement, &values).await.map(drop)
    }
}

// === impl OpinionColumns ===

impl OpinionColumns {
    /// Parses the row; logs a warning on failure.
    fn heard(self) -> Option<StoredOpinion> {
        let (kind, name) = (self.scope_kind.clone(), self.scope_name.clone());
        let about = self.about.clone();
        match self.read() {
            Ok(opinion) => Some(opinion),
            Err(ReadError(column, value)) => {
                tracing::warn!(
                    scope.kind = kind,
                    scope.name = name,
                    about,
                    column,
                    value = &value[..value.floor_char_boundary(200)],
                    "left out an annotation that cannot be read; it was written by a newer candor \
                     or changed by hand"
                );
                None
            }
        }
    }

    fn read(self) -> Result<StoredOpinion, ReadError> {
        let name = self.scope_name.as_str();
        let scope = match self.scope_kind.as_str() {
            "everywhere" => Some(OpinionScope::Everywhere),
            "environment" => EnvironmentName::parse(name)
                .map(OpinionScope::Environment)
                .ok(),
            "toolset" => ToolsetName::parse(name).map(OpinionScope::Toolset).ok(),
            _ => None,
        };
        let scope = scope.ok_or_else(|| {
            ReadError("scope", format!("{} {}", self.scope_kind, self.scope_name))
        })?;
        let about = read_about(self.about)?;
        let opinion = body::read(&self.body, scope.layer(), &about.to_string())
            .map_err(|_| ReadError("body", self.body.clone()))?;
        Ok(StoredOpinion {
            key: OpinionKey { scope, about },
            opinion,
            version: number(self.version),
        })
    }
}
