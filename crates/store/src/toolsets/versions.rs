//! What a toolset was before.

use candor_model::{Author, ChangeRecord, Door, Opinion, ToolPattern, Toolset, ToolsetName};

use super::read;
use crate::{
    Store, StoreError, opinions,
    sql::Value,
    text::{DETAIL_MAX, NAME_MAX, fit},
    write::Write,
};

/// How many versions are kept under one name, and read at once.
pub const TOOLSET_VERSIONS_MAX: usize = 100;

/// A toolset as it was from one change to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolsetVersion {
    /// The revision at which it was written.
    pub version: u64,
    /// What was written, with the name it had then; none if it was deleted or renamed away.
    pub toolset: Option<Toolset>,
    /// What was said about tools in it; none if it was deleted, or if nobody knows.
    pub opinions: Option<Vec<(ToolPattern, Opinion)>>,
    /// By whom.
    pub author: Author,
    /// When, in microseconds since the Unix epoch.
    pub at_micros: i64,
}

/// A version to write down.
pub(super) struct Entry<'a> {
    /// The name it has from now on.
    pub(super) name: &'a ToolsetName,
    /// What it is from now on; none if it is gone.
    pub(super) body: Option<&'a str>,
    /// The name it had until now, if that was another one.
    pub(super) renamed_from: Option<&'a ToolsetName>,
}

#[derive(sqlx::FromRow)]
struct Row {
    name: String,
    version: i64,
    body: Option<String>,
    opinions: Option<String>,
    renamed_from: Option<String>,
    who: String,
    door: String,
    why: Option<String>,
    at_micros: i64,
}

impl Store {
    /// The versions of a toolset, newest first and at most [`TOOLSET_VERSIONS_MAX`], also of one
    /// that is deleted. Those it had under an earlier name are among them, and no version is
    /// there twice. A row that cannot be read is left out, with a warning.
    pub async fn toolset_versions(
        &self,
        name: &ToolsetName,
    ) -> Result<Vec<ToolsetVersion>, StoreError> {
        let mut versions = Vec::new();
        let mut left = TOOLSET_VERSIONS_MAX;
        let mut from = Some((name.as_str().to_owned(), i64::MAX));
        // What is older than a renaming is looked for under the name before it. Each round reads
        // older rows than the last, so it ends.
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
    ) -> Result<Vec<Row>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.rows(
            "read the versions of a toolset",
            "SELECT name, version, body, opinions, renamed_from, who, door, why, at_micros \
             FROM toolset_versions WHERE name = $1 AND version < $2 \
             ORDER BY version DESC LIMIT $3",
            &[name.into(), before.into(), limit.into()],
        )
        .await
    }
}

// === impl Entry ===

impl<'a> Entry<'a> {
    /// That nothing of this name is there any more.
    pub(super) fn deleted(name: &'a ToolsetName) -> Self {
        Self {
            name,
            body: None,
            renamed_from: None,
        }
    }

    /// Writes it down with what is said about tools in it by now, makes it the version that the
    /// toolset has, and forgets what is too old to be read. It is the last thing that a change
    /// does to a toolset. Where no record says who did it, it was Candor itself.
    pub(super) async fn write(
        self,
        write: &mut Write<'_>,
        by: Option<&ChangeRecord>,
    ) -> Result<(), StoreError> {
        let author = by.map(|record| &record.author);
        let name: Value<'_> = self.name.as_str().into();
        let opinions = match self.body {
            Some(_) => Some(opinions::in_toolset(write, self.name).await?),
            None => None,
        };
        let values = [
            name.clone(),
            write.revision().into(),
            self.body.into(),
            opinions.as_deref().into(),
            self.renamed_from.map(ToolsetName::as_str).into(),
            author
                .map_or("candor".into(), |author| fit(&author.name, NAME_MAX))
                .into(),
            author
                .map_or(Door::Gateway, |author| author.door)
                .as_str()
                .into(),
            author
                .and_then(|author| author.why.as_deref())
                .map(|why| fit(why, DETAIL_MAX))
                .into(),
            by.map_or(0, |record| record.at_micros).into(),
        ];
        let statement = "INSERT INTO toolset_versions \
             (name, version, body, opinions, renamed_from, who, door, why, at_micros) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        write.execute(statement, &values).await?;
        let current = [name.clone(), write.revision().into()];
        let statement = "UPDATE toolsets SET version = $2 WHERE name = $1";
        write.execute(statement, &current).await?;
        let kept = i64::try_from(TOOLSET_VERSIONS_MAX).unwrap_or(i64::MAX);
        write
            .execute(
                "DELETE FROM toolset_versions WHERE name = $1 AND version <= \
                 (SELECT other.version FROM toolset_versions AS other WHERE other.name = $1 \
                 ORDER BY other.version DESC LIMIT 1 OFFSET $2)",
                &[name, kept.into()],
            )
            .await?;
        Ok(())
    }
}

// === impl Row ===

impl Row {
    fn read(self) -> Result<ToolsetVersion, StoreError> {
        let body = self.body.as_deref();
        let toolset = body.map(|text| read::named(&self.name, text)).transpose()?;
        let said = self.opinions.as_deref();
        let opinions = said
            .map(|text| opinions::read_kept(&self.name, text))
            .transpose()?;
        let Some(door) = Door::parse(&self.door) else {
            return Err(StoreError::Row {
                kind: "toolset",
                id: self.name,
                column: "door",
                value: self.door,
            });
        };
        Ok(ToolsetVersion {
            version: u64::try_from(self.version).unwrap_or_default(),
            toolset,
            opinions,
            author: Author {
                name: self.who,
                door,
                why: self.why,
            },
            at_micros: self.at_micros,
        })
    }
}
