//! Recorded calls, from which verification scenarios can be written.

use candor_boxed::boxed;
use candor_model::{ArgumentFidelity, KEPT_ARGUMENTS_MAX, KEPT_RESULT_MAX, KeptCall, SourceName};
use uuid::Uuid;

use crate::{
    Store, StoreResult,
    column_text::{KEY_MAX, truncated},
    error::check_bytes,
    row_label::{RowLabel, readable},
    sql::{SqlValue, from_row},
};

/// The number of recorded calls per source; older ones are dropped.
pub const KEPT_CALLS_MAX: usize = 1_000;

const INTO: &str = "INSERT INTO kept_calls (id, source, tool, read_only, arguments, fidelity, \
                    is_error, result, at_micros)";

const DROP_OLDEST: &str = "DELETE FROM kept_calls WHERE source = $1 AND id NOT IN \
     (SELECT id FROM kept_calls WHERE source = $1 ORDER BY id DESC LIMIT $2)";

struct KeptCallColumns {
    source: String,
    tool: String,
    read_only: Option<bool>,
    arguments: String,
    fidelity: String,
    is_error: bool,
    result: String,
    at_micros: i64,
}

from_row!(KeptCallColumns: source, tool, read_only, arguments, fidelity, is_error, result,
    at_micros);

impl Store {
    /// The recorded calls of a source since a moment, oldest first. Unreadable rows are skipped
    /// with a warning.
    #[boxed]
    pub async fn kept_calls(
        &self,
        source: &SourceName,
        since_micros: i64,
    ) -> StoreResult<Vec<KeptCall>> {
        let query = "SELECT source, tool, read_only, arguments, fidelity, is_error, result, \
                     at_micros FROM kept_calls WHERE source = $1 AND at_micros >= $2 ORDER BY id";
        let values = [source.as_str().into(), since_micros.into()];
        let rows: Vec<KeptCallColumns> = self.rows("read kept calls", query, &values).await?;
        Ok(readable("a kept call", rows, KeptCallColumns::read))
    }

    /// Records calls in order. Only the newest of each source are kept.
    #[boxed]
    pub async fn keep_calls(&self, calls: &[KeptCall]) -> StoreResult<()> {
        let rows = calls.iter().map(row).collect::<StoreResult<Vec<_>>>()?;
        let mut sources: Vec<&str> = calls.iter().map(|call| call.source.as_str()).collect();
        sources.sort_unstable();
        sources.dedup();
        let most = i64::try_from(KEPT_CALLS_MAX).unwrap_or(i64::MAX);
        let mut write = self.uncounted("keep calls").await?;
        write.insert(INTO, &rows, "").await?;
        for source in sources {
            let values = [source.into(), most.into()];
            write.execute(DROP_OLDEST, &values).await?;
        }
        write.commit(&[]).await
    }

    /// Deletes recorded calls that were answered before a moment; returns how many.
    #[boxed]
    pub async fn prune_kept_calls(&self, before_micros: i64) -> StoreResult<u64> {
        let statement = "DELETE FROM kept_calls WHERE id IN (SELECT id FROM kept_calls \
                         WHERE at_micros < $1 ORDER BY at_micros LIMIT $2)";
        self.prune("forget kept calls", statement, before_micros)
            .await
    }
}

fn row(call: &KeptCall) -> StoreResult<Vec<SqlValue<'_>>> {
    // Truncated arguments would be different arguments.
    check_bytes(call.arguments.len(), KEPT_ARGUMENTS_MAX, || {
        format!("the arguments of a call of `{}`", call.source)
    })?;
    Ok(vec![
        Uuid::now_v7().to_string().into(),
        call.source.as_str().into(),
        truncated(&call.tool, KEY_MAX).into(),
        call.read_only.into(),
        call.arguments.as_ref().into(),
        call.fidelity.as_str().into(),
        call.is_error.into(),
        truncated(&call.result, KEPT_RESULT_MAX).into(),
        call.at_micros.into(),
    ])
}

// === impl KeptCallColumns ===

impl KeptCallColumns {
    fn read(self) -> StoreResult<KeptCall> {
        let label = RowLabel::new("kept call", &self.source);
        let parse_source = |name: &str| SourceName::parse(name).ok();
        Ok(KeptCall {
            source: label.word("source", &self.source, parse_source)?,
            fidelity: label.word("fidelity", &self.fidelity, ArgumentFidelity::parse)?,
            tool: self.tool.as_str().into(),
            read_only: self.read_only,
            arguments: self.arguments.as_str().into(),
            is_error: self.is_error,
            result: self.result.as_str().into(),
            at_micros: self.at_micros,
        })
    }
}
