//! What people say about tools, with the version of each entry.
//!
//! A change names the version of the entry that was read. If another one stands there, the
//! change is refused as a whole, so that two editors cannot overwrite each other.

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

/// The most bytes of an opinion, as JSON.
pub const OPINION_MAX: usize = 64 << 10;

/// An opinion, and the version it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredOpinion {
    /// About which tools, and where it counts.
    pub key: OpinionKey,
    /// What is said.
    pub opinion: Opinion,
    /// The revision at which it was written.
    pub version: u64,
}

/// A change to one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpinionWrite {
    /// The entry to be changed.
    pub key: OpinionKey,
    /// The version that was read; 0 if there was none.
    pub expected: u64,
    /// What is said from now on. Nothing, or an empty opinion, removes the entry.
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

/// What was written since a revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpinionNews {
    /// How many opinions there are now. If there are fewer than one would expect, some were
    /// removed, and only reading all of them tells which.
    pub rows: u64,
    /// Those that were written since.
    pub written: Vec<StoredOpinion>,
    /// How many of these cannot be read.
    pub unread: usize,
}

impl Store {
    /// The opinions that were written after a revision; all of them after 0. A row that cannot be
    /// read is left out, with a warning.
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

    /// Every opinion, by key. A row that cannot be read is left out, with a warning.
    #[boxed]
    pub async fn opinions(&self) -> StoreResult<Vec<StoredOpinion>> {
        let query = select!("");
        let rows: Vec<OpinionColumns> = self.rows("read the annotations", query, &[]).await?;
        let mut opinions: Vec<StoredOpinion> =
            rows.into_iter().filter_map(OpinionColumns::heard).collect();
        opinions.sort_by_cached_key(|one| (one.key.scope.clone(), one.key.about.to_string()));
        Ok(opinions)
    }

    /// One opinion. If there is one that cannot be read, that is an error: to take it for
    /// missing would be to overwrite it.
    #[boxed]
    pub async fn opinion(&self, key: &OpinionKey) -> StoreResult<Option<StoredOpinion>> {
        let query = select!(" WHERE scope_kind = $1 AND scope_name = $2 AND about = $3");
        let values = place(key)?;
        let row: Option<OpinionColumns> = self.one("read an annotation", query, &values).await?;
        let unread = |error| RowLabel::new("annotation", &key.to_string()).unread(error);
        row.map(|row| row.read().map_err(unread)).transpose()
    }

    /// Changes entries, all or none of them; if one is not at its expected version, it is the
    /// error. Returns what stands there now. An entry that is removed and made again never has a
    /// version it had before.
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

/// The toolsets in which something is said, each with the first of the writes that does.
fn scopes(writes: &[OpinionWrite]) -> BTreeMap<&ToolsetName, usize> {
    let mut scopes = BTreeMap::new();
    for (at, one) in writes.iter().enumerate() {
        if let OpinionScope::Toolset(name) = &one.key.scope {
            scopes.entry(name).or_insert(at);
        }
    }
    scopes
}

/// The columns of the primary key.
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

/// The opinion as it is kept, if it is not too large; `subject` is what it is about.
fn text(opinion: &Opinion, subject: &str) -> StoreResult<String> {
    let body = body::write(opinion).map_err(|body::NotJson { key, cause }| {
        not_json(format!("the member `{key}` of {subject}"))(cause)
    })?;
    let what = || format!("what is said about {subject}");
    check_bytes(body.len(), OPINION_MAX, what)?;
    Ok(body)
}

/// About which tools, from the column.
fn read_about(column: String) -> Result<ToolPattern, ReadError> {
    let text = unescaped(column);
    // A tool's own name may hold what no pattern that a person writes may hold.
    let exact = || QualifiedName::parse(&text).map(|name| ToolPattern::exactly(&name));
    let about = ToolPattern::parse(&text).ok().or_else(exact);
    about.ok_or_else(|| ReadError("name", text.clone()))
}

/// How an entry is called in a sentence.
fn subject(key: &OpinionKey) -> String {
    match &key.scope {
        OpinionScope::Everywhere => format!("`{}`", key.about),
        scope => format!("`{}` in {scope}", key.about),
    }
}

// === impl OpinionWrite ===

impl OpinionWrite {
    /// What is to stand there: nothing for an opinion that says nothing.
    fn body(&self) -> StoreResult<Option<String>> {
        let opinion = self.opinion.as_ref().filter(|opinion| !opinion.is_empty());
        let body = opinion.map(|opinion| text(opinion, &subject(&self.key)));
        body.transpose()
    }

    /// Compares and changes one entry.
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
    /// The opinion, or a warning.
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
