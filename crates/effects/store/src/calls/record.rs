//! Writing many calls at once: the background path that must keep up with the gateway.

use candor_boxed::boxed;
use candor_model::SourceName;

use super::row;
use crate::{
    RecordedCall, Store, StoreResult,
    column_text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, truncated, truncated_option},
    sql::SqlValue,
};

impl Store {
    /// Records calls in one transaction: all or none. A call that is already there is left as
    /// it is, so recording twice is harmless. Returns how many were new.
    #[boxed]
    pub async fn record(&self, calls: &[RecordedCall]) -> StoreResult<u64> {
        let rows: Vec<_> = calls.iter().map(values).collect();
        let mut write = self.uncounted("record calls").await?;
        let twice = "ON CONFLICT (id) DO NOTHING";
        let new = write.insert(row::INSERT, &rows, twice).await?;
        write.commit(&[]).await?;
        Ok(new)
    }
}

fn values(call: &RecordedCall) -> Vec<SqlValue<'_>> {
    vec![
        call.id.to_string().into(),
        call.at_micros.into(),
        truncated(&call.principal, NAME_MAX).into(),
        truncated_option(call.client.as_deref(), NAME_MAX).into(),
        call.revision.as_str().into(),
        call.kind.as_str().into(),
        call.source.as_ref().map(SourceName::as_str).into(),
        truncated(&call.target, TARGET_MAX).into(),
        truncated(&call.arguments, NAME_MAX).into(),
        call.request_bytes.into(),
        call.outcome.as_str().into(),
        call.duration_micros.into(),
        call.reply_bytes.into(),
        truncated_option(call.detail.as_deref(), DETAIL_MAX).into(),
        call.hints.to_string().into(),
        truncated_option(call.decision.as_deref(), DETAIL_MAX).into(),
        call.approval.map(|id| id.to_string()).into(),
        i64::from(call.attempts).into(),
        call.reused.map(|it| it.to_string()).into(),
    ]
}
