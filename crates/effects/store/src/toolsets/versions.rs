//! The version history of toolsets.

use candor_boxed::boxed;
use candor_model::{
    ChangeAuthor, ChangeChannel, ChangeRecord, Opinion, ToolPattern, Toolset, ToolsetName,
};

use super::read;
use crate::{
    Store, StoreResult,
    column_text::{DETAIL_MAX, NAME_MAX, truncated, truncated_option},
    opinions,
    row_label::RowLabel,
    sql::{SqlValue, from_row, number},
    write::WriteTransaction,
};

/// The number of versions kept per name, and returned at once.
pub const TOOLSET_VERSIONS_MAX: usize = 100;

/// A toolset as it was after one change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolsetVersion {
    /// Its number in the toolset's history, starting at 1. Versions under earlier names and
    /// versions no longer kept are counted, too.
    pub number: u64,
    /// The revision at which it was written.
    pub version: u64,
    /// Its contents, with its name at that time; `None` if it was deleted or renamed.
    pub toolset: Option<Toolset>,
    /// Its annotation overrides; `None` if it was deleted or they are unknown.
    pub opinions: Option<Vec<(ToolPattern, Opinion)>>,
    /// The author of the change.
    pub author: ChangeAuthor,
    /// When it was changed, in microseconds since the Unix epoch.
    pub at_micros: i64,
}

/// A version to be added.
pub(super) struct VersionEntry<'a> {
    /// The new name.
    pub(super) name: &'a ToolsetName,
    /// The new body; `None` if the toolset is gone.
    pub(super) body: Option<&'a str>,
    /// The previous name, if it was different.
    pub(super) renamed_from: Option<&'a ToolsetName>,
}

struct VersionColumns {
    name: String,
    number: i64,
    version: i64,
    body: Option<String>,
    opinions: Option<String>,
    renamed_from: Option<String>,
    who: String,
    door: String,
    why: Option<String>,
    at_micros: i64,
}

from_row!(VersionColumns:
    name, number, version, body, opinions, renamed_from, who, door, why, at_micros
);

impl Store {
    /// The versions of a toolset, newest first, at most [`TOOLSET_VERSIONS_MAX`], even if it is
    /// deleted. Includes those under earlier names, without duplicates. Unreadable rows are skipped
    /// with a warning.
    #[boxed]
    pub async fn toolset_versions(&self, name: &ToolsetName) -> StoreResult<Vec<ToolsetVersion>> {
        let mut versions = Vec::new();
        let mut left = TOOLSET_VERSIONS_MAX;
        let mut from = Some((name.as_str().to_owned(), i64::MAX));
        // Versions before a rename are stored under the earlier name. Each round reads older rows
        // than the previous one, so the loop ends.
        while let Some((name, before)) = from.take() {
            for row in self.versions_before(&name, before, left).await? {
                left -= 1;
                from = row.renamed_from.clone().map(|old| (old, row.version));
                let version = row.read();
                let version = version
                    .inspect_err(|error| tracing::warn!("left out an earlier version: {error}"));
                versions.extend(version.ok());
                if from.is_some() {
                    break;
                }
            }
        }
        Ok(versions)
    }

    async fn versions_before(
        &self,
        name: &str,
        before: i64,
        limit: usize,
    ) -> StoreResult<Vec<VersionColumns>> {
        let query = "SELECT name, number, version, body, opinions, renamed_from, who, door, why, \
             at_micros FROM toolset_versions WHERE name = $1 AND version < $2 \
             ORDER BY version DESC LIMIT $3";
        let values = [name.into(), before.into(), (limit as u64).into()];
        self.rows("read the versions of a toolset", query, &values)
            .await
    }
}

// === impl VersionEntry ===

impl<'a> VersionEntry<'a> {
    /// Records that the toolset no longer exists.
    pub(super) fn deleted(name: &'a ToolsetName) -> Self {
        Self {
            name,
            body: None,
            renamed_from: None,
        }
    }

    /// The next number under its name and under its previous name. The latest entry there marks the
    /// rename and is not counted as a version.
    async fn number(&self, write: &mut WriteTransaction<'_>) -> StoreResult<i64> {
        let here = latest(write, self.name).await?;
        let before = match self.renamed_from {
            Some(old) => latest(write, old).await? - 1,
            None => 0,
        };
        Ok(here.max(before) + 1)
    }

    /// Inserts the version with the current annotation overrides, makes it the toolset's latest one
    /// and prunes old ones. Must be the last step of a change to a toolset. If there is no change
    /// record, the author is Candor.
    pub(super) async fn write(
        self,
        write: &mut WriteTransaction<'_>,
        by: Option<&ChangeRecord>,
    ) -> StoreResult<()> {
        let author = by.map(|record| &record.author);
        let channel = author.map_or(ChangeChannel::Gateway, |author| author.channel);
        let why = author.and_then(|author| author.why.as_deref());
        let name: SqlValue<'_> = self.name.as_str().into();
        let opinions = match self.body {
            Some(_) => Some(opinions::in_toolset(write, self.name).await?),
            None => None,
        };
        let number = self.number(write).await?;
        let values = [
            name.clone(),
            write.revision().into(),
            self.body.into(),
            opinions.as_deref().into(),
            self.renamed_from.map(ToolsetName::as_str).into(),
            truncated(author.map_or("candor", |author| &author.name), NAME_MAX).into(),
            channel.as_str().into(),
            truncated_option(why, DETAIL_MAX).into(),
            by.map_or(0, |record| record.at_micros).into(),
            number.into(),
        ];
        let statement = "INSERT INTO toolset_versions \
             (name, version, body, opinions, renamed_from, who, door, why, at_micros, number) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
        write.execute(statement, &values).await?;
        let current = [name.clone(), write.revision().into(), number.into()];
        let statement = "UPDATE toolsets SET version = $2, number = $3 WHERE name = $1";
        write.execute(statement, &current).await?;
        let statement = "DELETE FROM toolset_versions WHERE name = $1 AND version <= \
             (SELECT other.version FROM toolset_versions AS other WHERE other.name = $1 \
             ORDER BY other.version DESC LIMIT 1 OFFSET $2)";
        let values = [name, (TOOLSET_VERSIONS_MAX as u64).into()];
        write.execute(statement, &values).await.map(drop)
    }
}

/// The number of the latest version under a name; 0 if there is none.
async fn latest(write: &mut WriteTransaction<'_>, name: &ToolsetName) -> StoreResult<i64> {
    let query = "SELECT number FROM toolset_versions WHERE name = $1 ORDER BY version DESC LIMIT 1";
    let found: Option<(i64,)> = write.one(query, &[name.as_str().into()]).await?;
    Ok(found.map_or(0, |(number,)| number))
}

// === impl VersionColumns ===

impl VersionColumns {
    fn read(self) -> StoreResult<ToolsetVersion> {
        let body = self.body.as_deref();
        let toolset = body.map(|text| read::named(&self.name, text)).transpose()?;
        let said = self.opinions.as_deref();
        let opinions = said
            .map(|text| opinions::read_entries(&self.name, text))
            .transpose()?;
        let label = RowLabel::new("toolset", &self.name);
        let author = label.author(self.who, &self.door, self.why)?;
        Ok(ToolsetVersion {
            number: number(self.number),
            version: number(self.version),
            toolset,
            opinions,
            author,
            at_micros: self.at_micros,
        })
    }
}
