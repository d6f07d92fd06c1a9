//! The history of changes: who changed what, when and why.
//!
//! A record is written in the same transaction as its change, so neither exists without the other.

use candor_boxed::boxed;
use candor_model::{ChangeId, ChangeRecord};

use crate::{
    PAGE_MAX, Store, StoreResult,
    column_text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, truncated, truncated_option, without_nul},
    row_label::RowLabel,
    sql::{SqlQuery, from_row},
    write::WriteTransaction,
};

/// The maximum size of an old or new value, in bytes. JSON cannot be truncated, so a longer value
/// is replaced by a note about its length.
const VALUE_MAX: usize = 4 << 20;

/// A filter for changes. Unset fields match everything; set fields must all match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeFilter {
    /// Changes to exactly this subject.
    pub subject: Option<String>,
    /// Changes by exactly this author.
    pub who: Option<String>,
    /// Changes whose action has this prefix.
    pub action: Option<String>,
    /// Changes older than this one: the `next` of the previous page.
    pub after: Option<ChangeId>,
    /// The page size; clamped to 1..=[`PAGE_MAX`].
    pub limit: usize,
}

/// A page of changes, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangePage {
    /// The changes on this page.
    pub changes: Vec<ChangeRecord>,
    /// What to pass as `after` for the next page; `None` on the last one.
    pub next: Option<ChangeId>,
}

struct ChangeColumns {
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

from_row!(ChangeColumns: id, at_micros, who, door, why, action, subject, old_value, new_value);

impl Store {
    /// A page of the changes that match the filter, newest first.
    #[boxed]
    pub async fn changes(&self, filter: &ChangeFilter) -> StoreResult<ChangePage> {
        let limit = filter.limit.clamp(1, PAGE_MAX);
        let select = "SELECT id, at_micros, who, door, why, action, subject, old_value, \
                      new_value FROM changes WHERE 1 = 1";
        let mut query = SqlQuery::new(select);
        let subject = truncated_option(filter.subject.as_deref(), TARGET_MAX);
        let who = truncated_option(filter.who.as_deref(), NAME_MAX);
        query
            .and("subject =", subject)
            .and("who =", who)
            .and("id <", filter.after.map(|after| after.to_string()));
        if let Some(action) = &filter.action {
            // Not LIKE: the engines differ in case sensitivity, and the text may contain wildcards.
            let begins = truncated(action, NAME_MAX);
            let length = begins.chars().count() as u64;
            query.and("substr(action, 1, CAST(", Some(length));
            query.push(" AS INTEGER)) = ").bind(begins);
        }
        query.page("id DESC", limit);
        let rows: Vec<ChangeColumns> = self.find("read changes", query).await?;

        let more = rows.len() > limit;
        let changes = rows.into_iter().take(limit).map(ChangeColumns::read);
        let changes: Vec<ChangeRecord> = changes.collect::<Result<_, _>>()?;
        let next = changes.last().filter(|_| more).map(|change| change.id);
        Ok(ChangePage { changes, next })
    }

    /// Records an action that changes nothing in the store, such as reconnecting a source.
    #[boxed]
    pub async fn note_change(&self, change: &ChangeRecord) -> StoreResult<()> {
        let write = self.uncounted("write down a change").await?;
        write.commit_one(change).await.map(drop)
    }
}

/// Inserts records in the transaction of their change.
pub(crate) async fn insert(
    write: &mut WriteTransaction<'_>,
    records: &[ChangeRecord],
) -> StoreResult<()> {
    let rows: Vec<_> = records
        .iter()
        .map(|record| {
            let author = &record.author;
            vec![
                record.id.to_string().into(),
                record.at_micros.into(),
                truncated(&author.name, NAME_MAX).into(),
                author.channel.as_str().into(),
                truncated_option(author.why.as_deref(), DETAIL_MAX).into(),
                truncated(&record.action, NAME_MAX).into(),
                truncated(&record.subject, TARGET_MAX).into(),
                record.old.as_deref().map(value).into(),
                record.new.as_deref().map(value).into(),
            ]
        })
        .collect();
    let into = "INSERT INTO changes \
                (id, at_micros, who, door, why, action, subject, old_value, new_value)";
    write.insert(into, &rows, "").await.map(drop)
}

fn value(json: &str) -> std::borrow::Cow<'_, str> {
    if json.len() > VALUE_MAX {
        return format!("\"not kept: {} bytes\"", json.len()).into();
    }
    without_nul(json)
}

// === impl ChangeFilter ===

/// A full page of all changes.
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

// === impl ChangeColumns ===

impl ChangeColumns {
    fn read(self) -> StoreResult<ChangeRecord> {
        let label = RowLabel::new("change", &self.id);
        Ok(ChangeRecord {
            id: label.word("id", &self.id, ChangeId::parse)?,
            at_micros: self.at_micros,
            author: label.author(self.who, &self.door, self.why)?,
            action: self.action,
            subject: self.subject,
            old: self.old_value,
            new: self.new_value,
        })
    }
}
