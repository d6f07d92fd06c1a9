//! Writing many calls at once: the background path that must keep up with the gateway.

use candor_model::{ApprovalId, Reused, SourceName};
use sqlx::QueryBuilder;

use super::row::{COLUMNS, column};
use crate::{
    Finished, Store, StoreError,
    pool::on_pool,
    text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, fit},
};

/// Rows per statement, largest first. Few sizes mean few statement texts, so that each
/// connection prepares them once. The largest stays below SQLite's 32,766 and PostgreSQL's
/// 65,535 parameters at 19 a row.
const SIZES: [usize; 4] = [256, 32, 4, 1];

impl Store {
    /// Records calls in one transaction: all or none. A call that is already there is left as
    /// it is, so recording twice is harmless. Returns how many were new.
    pub async fn record(&self, calls: &[Finished]) -> Result<u64, StoreError> {
        let new: Result<u64, sqlx::Error> = on_pool!(&self.pool, Db, connections => async {
            let mut transaction = connections.begin().await?;
            let mut new = 0;
            for chunk in chunks(calls) {
                let mut insert = QueryBuilder::<Db>::new("INSERT INTO calls (");
                insert.push(COLUMNS).push(") ");
                insert.push_values(chunk, |mut row, call| {
                    row.push_bind(call.id.to_string())
                        .push_bind(call.at_micros)
                        .push_bind(fit(&call.principal, NAME_MAX))
                        .push_bind(call.client.as_deref().map(|client| fit(client, NAME_MAX)))
                        .push_bind(call.revision.as_str())
                        .push_bind(call.kind.as_str())
                        .push_bind(call.source.as_ref().map(SourceName::as_str))
                        .push_bind(fit(&call.target, TARGET_MAX))
                        .push_bind(fit(&call.arguments, NAME_MAX))
                        .push_bind(column(call.request_bytes))
                        .push_bind(call.outcome.as_str())
                        .push_bind(column(call.duration_micros))
                        .push_bind(column(call.reply_bytes))
                        .push_bind(call.detail.as_deref().map(|detail| fit(detail, DETAIL_MAX)))
                        .push_bind(call.hints.to_string())
                        .push_bind(call.decision.as_deref().map(|why| fit(why, DETAIL_MAX)))
                        .push_bind(call.approval.as_ref().map(ApprovalId::to_string))
                        .push_bind(i64::from(call.attempts))
                        .push_bind(call.reused.as_ref().map(Reused::to_string));
                });
                insert.push(" ON CONFLICT (id) DO NOTHING");
                new += insert.build().execute(&mut *transaction).await?.rows_affected();
            }
            transaction.commit().await?;
            Ok(new)
        }.await);
        new.map_err(self.failed("record calls"))
    }
}

/// Cuts `calls` into pieces of the sizes that have a statement.
fn chunks(mut calls: &[Finished]) -> impl Iterator<Item = &[Finished]> {
    std::iter::from_fn(move || {
        let size = SIZES.into_iter().find(|size| *size <= calls.len())?;
        let (chunk, rest) = calls.split_at(size);
        calls = rest;
        Some(chunk)
    })
}
