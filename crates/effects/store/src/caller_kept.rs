//! How much is kept for one caller's questions and tasks, and how much may be.
//!
//! Replicas share the store, so what stands in it is counted there and nowhere else: whatever has
//! ended, expired or been forgotten by any of them counts no more.

use candor_boxed::boxed;
use candor_model::{CallerLimit, CallerLimitReached, PrincipalKey};

use crate::{
    Store, StoreError, StoreResult,
    column_text::{NAME_MAX, truncated},
    row_label::full_text,
    sql::{SqlValue, number},
    write::WriteTransaction,
};

/// The most bytes of an outcome that is kept whatever else is: enough for a sentence that says why
/// a larger one was not.
pub const SMALL_OUTCOME_MAX: usize = 4096;

/// How much may be kept for one caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallerAllowance {
    /// Questions that wait for an answer.
    pub waiting: u64,
    /// Tasks, finished ones included until they expire.
    pub tasks: u64,
    /// Bytes of both: what a person is shown, the calls and their results.
    pub bytes: u64,
}

/// How much is kept for one caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallerKept {
    /// Questions that wait for an answer.
    pub waiting: u64,
    /// Tasks that have not expired.
    pub tasks: u64,
    /// Bytes of both.
    pub bytes: u64,
}

/// What is kept of both kinds. The caller is escaped among the questions and cut among the tasks.
const KEPT: &str = "SELECT questions.number, kept.number, \
     CAST(questions.bytes + kept.bytes AS BIGINT) FROM \
     (SELECT COUNT(*) AS number, COALESCE(SUM(kept_bytes), 0) AS bytes FROM approvals \
     WHERE state = 'pending' AND principal = $1 AND expires_micros > $3) AS questions, \
     (SELECT COUNT(*) AS number, COALESCE(SUM(kept_bytes), 0) AS bytes FROM tasks \
     WHERE principal = $2 AND expires_micros > $3) AS kept";

impl Store {
    /// The same store, which from now on keeps no more than this for one caller. Without it, only
    /// what is kept for all callers together is limited.
    #[must_use]
    pub fn with_allowance(mut self, allowance: CallerAllowance) -> Self {
        self.allowance = allowance;
        self
    }

    /// How much is kept for a caller at a moment.
    #[boxed]
    pub async fn caller_kept(
        &self,
        caller: &PrincipalKey,
        now_micros: i64,
    ) -> StoreResult<CallerKept> {
        let values = kept_values(caller, now_micros)?;
        let task = "count what is kept for a caller";
        let row: Option<(i64, i64, i64)> = self.one(task, KEPT, &values).await?;
        Ok(CallerKept::read(row))
    }

    /// Whether one more task, of so many bytes, may be kept for a caller.
    #[boxed]
    pub async fn check_task_room(
        &self,
        caller: &PrincipalKey,
        bytes: usize,
        now_micros: i64,
    ) -> StoreResult<()> {
        let kept = self.caller_kept(caller, now_micros).await?;
        self.allowance.check_task(caller, kept, bytes)
    }
}

impl WriteTransaction<'_> {
    /// How much is kept for a caller, as this change finds it.
    pub(crate) async fn caller_kept(
        &mut self,
        caller: &PrincipalKey,
        now_micros: i64,
    ) -> StoreResult<CallerKept> {
        let values = kept_values(caller, now_micros)?;
        Ok(CallerKept::read(self.one(KEPT, &values).await?))
    }
}

fn kept_values(caller: &PrincipalKey, now_micros: i64) -> StoreResult<[SqlValue<'_>; 3]> {
    Ok([
        full_text("caller", caller.as_str())?.into(),
        truncated(caller.as_str(), NAME_MAX).into(),
        now_micros.into(),
    ])
}

// === impl CallerKept ===

impl CallerKept {
    fn read(row: Option<(i64, i64, i64)>) -> Self {
        let (waiting, tasks, bytes) = row.unwrap_or_default();
        Self {
            waiting: number(waiting),
            tasks: number(tasks),
            bytes: number(bytes),
        }
    }
}

// === impl CallerAllowance ===

impl CallerAllowance {
    /// As much as there is room for.
    pub const UNLIMITED: Self = Self {
        waiting: u64::MAX,
        tasks: u64::MAX,
        bytes: u64::MAX,
    };

    /// Whether one more question, of so many bytes, may be kept beside what is.
    pub(crate) fn check_question(
        self,
        caller: &PrincipalKey,
        kept: CallerKept,
        bytes: usize,
    ) -> StoreResult<()> {
        if kept.waiting >= self.waiting {
            return reached(caller, CallerLimit::Waiting, kept.waiting, self.waiting);
        }
        self.check_bytes(caller, kept, bytes)
    }

    /// The same for a task.
    pub(crate) fn check_task(
        self,
        caller: &PrincipalKey,
        kept: CallerKept,
        bytes: usize,
    ) -> StoreResult<()> {
        if kept.tasks >= self.tasks {
            return reached(caller, CallerLimit::Tasks, kept.tasks, self.tasks);
        }
        self.check_bytes(caller, kept, bytes)
    }

    /// The same for more bytes of what is there already.
    pub(crate) fn check_bytes(
        self,
        caller: &PrincipalKey,
        kept: CallerKept,
        bytes: usize,
    ) -> StoreResult<()> {
        if kept.bytes.saturating_add(bytes as u64) > self.bytes {
            return reached(caller, CallerLimit::KeptBytes, kept.bytes, self.bytes);
        }
        Ok(())
    }
}

impl Default for CallerAllowance {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

fn reached(caller: &PrincipalKey, limit: CallerLimit, found: u64, most: u64) -> StoreResult<()> {
    Err(StoreError::CallerFull(CallerLimitReached {
        caller: caller.clone(),
        limit,
        found,
        most,
    }))
}
