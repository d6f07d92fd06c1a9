//! Operations that confined programs were denied.

use candor_boxed::boxed;
use candor_model::{
    CallId, ProgramInstance, ProgramRefusal, RefusalTiming, RefusedCall, SourceName,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    Store, StoreResult,
    column_text::{NAME_MAX, TARGET_MAX, truncated},
    row_label::{RowLabel, readable},
    sql::{from_row, number},
};

/// The number of records kept per source; older ones are dropped.
pub const REFUSALS_MAX: usize = 200;
/// The number of calls stored with one record.
const CALLS_MAX: usize = 16;

const INTO: &str = "INSERT INTO program_refusals (id, source, instance, action, target, program, \
                    timing, calls, left_out, at_micros)";

const PRUNE: &str = "DELETE FROM program_refusals WHERE source = $1 AND id NOT IN \
     (SELECT id FROM program_refusals WHERE source = $1 ORDER BY id DESC LIMIT $2)";

struct RefusalColumns {
    source: String,
    instance: String,
    action: String,
    target: String,
    program: String,
    timing: String,
    calls: String,
    left_out: i64,
    at_micros: i64,
}

from_row!(RefusalColumns: source, instance, action, target, program, timing, calls, left_out,
    at_micros);

/// One call, as stored.
#[derive(Serialize, Deserialize)]
struct CallBody {
    id: String,
    name: String,
}

impl Store {
    /// The denials of one source or of all, newest first. Unreadable rows are skipped with a
    /// warning.
    #[boxed]
    pub async fn program_refusals(
        &self,
        source: Option<&SourceName>,
        limit: usize,
    ) -> StoreResult<Vec<ProgramRefusal>> {
        let query = "SELECT source, instance, action, target, program, timing, calls, left_out, \
                     at_micros FROM program_refusals WHERE ($1 = '' OR source = $1) \
                     ORDER BY id DESC LIMIT $2";
        let values = [
            source.map_or("", SourceName::as_str).into(),
            i64::try_from(limit).unwrap_or(i64::MAX).into(),
        ];
        let task = "read what programs were refused";
        let rows: Vec<RefusalColumns> = self.rows(task, query, &values).await?;
        Ok(readable(
            "a refusal of a program",
            rows,
            RefusalColumns::read,
        ))
    }

    /// Records a denial. Only the newest of each source are kept.
    #[boxed]
    pub async fn record_refusal(&self, refusal: &ProgramRefusal) -> StoreResult<()> {
        let calls = calls_text(&refusal.calls);
        let source = refusal.source.as_str();
        let row = vec![
            Uuid::now_v7().to_string().into(),
            source.into(),
            refusal.instance.as_str().into(),
            truncated(&refusal.action, NAME_MAX).into(),
            truncated(&refusal.target, TARGET_MAX).into(),
            truncated(&refusal.program, NAME_MAX).into(),
            refusal.timing.as_str().into(),
            calls.into(),
            i64::try_from(refusal.left_out).unwrap_or(i64::MAX).into(),
            refusal.at_micros.into(),
        ];
        let mut write = self.uncounted("write down a refusal").await?;
        write.insert(INTO, &[row], "").await?;
        let most = i64::try_from(REFUSALS_MAX).unwrap_or(i64::MAX);
        write.execute(PRUNE, &[source.into(), most.into()]).await?;
        write.commit(&[]).await
    }
}

fn calls_text(calls: &[RefusedCall]) -> String {
    let kept = calls.iter().take(CALLS_MAX).map(|call| CallBody {
        id: call.id.to_string(),
        name: truncated(&call.name, NAME_MAX).into_owned(),
    });
    let kept: Vec<CallBody> = kept.collect();
    serde_json::to_string(&kept).unwrap_or_default()
}

fn read_calls(text: &str) -> Option<Vec<RefusedCall>> {
    let calls: Vec<CallBody> = serde_json::from_str(text).ok()?;
    let calls = calls.into_iter().map(|call| {
        Some(RefusedCall {
            id: CallId::parse(&call.id)?,
            name: call.name.into(),
        })
    });
    calls.collect()
}

// === impl RefusalColumns ===

impl RefusalColumns {
    fn read(self) -> StoreResult<ProgramRefusal> {
        let label = RowLabel::new("refusal", &self.source);
        let parse_source = |name: &str| SourceName::parse(name).ok();
        Ok(ProgramRefusal {
            source: label.word("source", &self.source, parse_source)?,
            instance: label.word("instance", &self.instance, ProgramInstance::parse)?,
            timing: label.word("timing", &self.timing, RefusalTiming::parse)?,
            calls: label.word("calls", &self.calls, read_calls)?,
            action: self.action.clone().into(),
            target: self.target.clone().into(),
            program: self.program.clone().into(),
            left_out: number(self.left_out),
            at_micros: self.at_micros,
        })
    }
}
