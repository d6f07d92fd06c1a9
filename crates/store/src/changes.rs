//! The audit of changes: who changed what, when and why.
//!
//! A record is written in the transaction of its change, so there is no change without one and
//! no record of what did not happen.

use candor_model::{Author, ChangeId, ChangeRecord, Door};
use sqlx::{Database, Encode, QueryBuilder, Type};

use crate::{
    PAGE_MAX, Store, StoreError,
    pool::on_pool,
    text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, clean, fit},
    write::Write,
};

/// The most bytes kept of what stood or stands there. JSON cannot be cut, so what is longer is
/// replaced by a word about its length.
const VALUE_MAX: usize = 4 << 20;

/// Which changes to read. Nothing set means all; what is set must all hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeFilter {
    /// Changes to exactly this.
    pub subject: Option<String>,
    /// Changes by exactly this person.
    pub who: Option<String>,
    /// Changes whose action begins so.
    pub action: Option<String>,
    /// Changes that are older than this one: the `next` of the page before.
    pub after: Option<ChangeId>,
    /// How many; brought into the range from 1 to [`PAGE_MAX`].
    pub limit: usize,
}

/// A page of changes, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangePage {
    /// The changes.
    pub changes: Vec<ChangeRecord>,
    /// What to pass as `after` for the next page; `None` on the last one.
    pub next: Option<ChangeId>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    at_micros: i64,
    who: String,
    door: String,
    why: Option<String>,
    action: String,
    subject: String,
    old_value: Option<String>,
    new_value: Option<String>,
}

impl Store {
    /// A page of the changes that pass the filter, newest first.
    pub async fn changes(&self, filter: &ChangeFilter) -> Result<ChangePage, StoreError> {
        let limit = filter.limit.clamp(1, PAGE_MAX);
        // One more than asked for tells whether there is a next page.
        let rows: Vec<Row> = on_pool!(&self.pool, Db, connections => {
            let mut select = QueryBuilder::<Db>::new(
                "SELECT id, at_micros, who, door, why, action, subject, old_value, new_value \
                 FROM changes WHERE 1 = 1",
            );
            push_filter(&mut select, filter);
            select.push(" ORDER BY id DESC LIMIT ");
            select.push_bind(i64::try_from(limit + 1).unwrap_or(i64::MAX));
            select.build_query_as().fetch_all(connections).await
        })
        .map_err(self.failed("read changes"))?;

        let more = rows.len() > limit;
        let changes: Vec<ChangeRecord> = rows
            .into_iter()
            .take(limit)
            .map(Row::read)
            .collect::<Result<_, _>>()?;
        let next = changes.last().filter(|_| more).map(|change| change.id);
        Ok(ChangePage { changes, next })
    }
}

impl Store {
    /// Writes down something that was done and that the store does not hold, such as that a
    /// connection was made anew.
    pub async fn note_change(&self, change: &ChangeRecord) -> Result<(), StoreError> {
        let write = self.uncounted("write down a change").await?;
        write.commit(std::slice::from_ref(change)).await
    }
}

/// Writes records down, in the transaction of what they are about.
pub(crate) async fn insert(
    write: &mut Write<'_>,
    records: &[ChangeRecord],
) -> Result<(), StoreError> {
    let rows: Vec<_> = records
        .iter()
        .map(|record| {
            let author = &record.author;
            vec![
                record.id.to_string().into(),
                record.at_micros.into(),
                fit(&author.name, NAME_MAX).into(),
                author.door.as_str().into(),
                author.why.as_deref().map(|why| fit(why, DETAIL_MAX)).into(),
                fit(&record.action, NAME_MAX).into(),
                fit(&record.subject, TARGET_MAX).into(),
                record.old.as_deref().map(value).into(),
                record.new.as_deref().map(value).into(),
            ]
        })
        .collect();
    write
        .insert(
            "INSERT INTO changes \
             (id, at_micros, who, door, why, action, subject, old_value, new_value)",
            &rows,
            "",
        )
        .await?;
    Ok(())
}

fn value(json: &str) -> std::borrow::Cow<'_, str> {
    if json.len() > VALUE_MAX {
        return format!("\"not kept: {} bytes\"", json.len()).into();
    }
    clean(json)
}

fn push_filter<DB>(query: &mut QueryBuilder<DB>, filter: &ChangeFilter)
where
    DB: Database,
    String: for<'q> Encode<'q, DB> + Type<DB>,
    i64: for<'q> Encode<'q, DB> + Type<DB>,
{
    if let Some(subject) = &filter.subject {
        query
            .push(" AND subject = ")
            .push_bind(fit(subject, TARGET_MAX).into_owned());
    }
    if let Some(who) = &filter.who {
        query
            .push(" AND who = ")
            .push_bind(fit(who, NAME_MAX).into_owned());
    }
    if let Some(action) = &filter.action {
        // Not LIKE: the engines disagree about capitals, and the text may hold its wildcards.
        let begins = fit(action, NAME_MAX).into_owned();
        let length = i64::try_from(begins.chars().count()).unwrap_or(i64::MAX);
        query
            .push(" AND substr(action, 1, CAST(")
            .push_bind(length)
            .push(" AS INTEGER)) = ")
            .push_bind(begins);
    }
    if let Some(after) = filter.after {
        query.push(" AND id < ").push_bind(after.to_string());
    }
}

// === impl ChangeFilter ===

/// Every change, a full page of them.
impl Default for ChangeFilter {
    fn default() -> Self {
        Self {
            subject: None,
            who: None,
            action: None,
            after: None,
            limit: PAGE_MAX,
        }
    }
}

// === impl Row ===

impl Row {
    fn read(self) -> Result<ChangeRecord, StoreError> {
        let unknown = |column, value: &str| StoreError::Row {
            kind: "change",
            id: self.id.clone(),
            column,
            value: value.to_owned(),
        };
        Ok(ChangeRecord {
            id: ChangeId::parse(&self.id).ok_or_else(|| unknown("id", &self.id))?,
            at_micros: self.at_micros,
            author: Author {
                door: Door::parse(&self.door).ok_or_else(|| unknown("door", &self.door))?,
                name: self.who,
                why: self.why,
            },
            action: self.action,
            subject: self.subject,
            old: self.old_value,
            new: self.new_value,
        })
    }
}
