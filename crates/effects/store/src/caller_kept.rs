//! Storage used per caller for approval requests and tasks, and its limits.
//!
//! Replicas share the store, so usage is counted only there: rows that any replica finished,
//! expired or deleted no longer count.

use candor_boxed::boxed;
use candor_model::{CallerLimit, CallerLimitReached, PrincipalKey};

use crate::{
    Store, StoreError, StoreResult,
    column_text::{NAME_MAX, truncated},
    row_label::full_text,
    sql::{SqlValue, number},
    write::WriteTransaction,
};

/// An outcome of up to this size is always stored: enough for a sentence that says why a larger one
/// was not.
pub const SMALL_OUTCOME_MAX: usize = 4096;

/// The storage limits of one caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallerAllowance {
    /// Pending approval requests.
    pub waiting: u64,
    /// Tasks, including finished ones until they expire.
    pub tasks: u64,
    /// Bytes of both: cards, calls and results.
    pub bytes: u64,
}

/// The storage used by one caller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallerKept {
    /// Pending approval requests.
    pub waiting: u64,
    /// Tasks that have not expired.
    pub tasks: u64,
    /// Bytes of both.
    pub bytes: u64,
}

/// The usage of both kinds. The caller's name is escaped in `approvals` and truncated in `tasks`.
const KEPT: &str = "SELECT questions.number, kept.number, \
     CAST(questions.bytes + kept.bytes AS BIGINT) FROM \
     (SELECT COUNT(*) AS number, COALESCE(SUM(kept_bytes), 0) AS bytes FROM approvals \
     WHERE state = 'pending' AND principal = $1 AND expires_micros > $3) AS questions, \
     (SELECT COUNT(*) AS number, COALESCE(SUM(kept_bytes), 0) AS bytes FROM tasks \
     WHERE principal = $2 AND expires_micros > $3) AS kept";

impl Store {
    /// Sets the limits per caller. Without it, only the totals of all callers are limited.
    #[must_use]
    pub fn with_allowance(mut self, allowance: CallerAllowance) -> Self {
        self.allowance = allowance;
        self
    }

    /// The storage used by a caller at a moment.
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

    /// Checks whether a task of this size may be added for a caller.
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
    /// The storage used by a caller, as seen by this transaction.
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
    /// An allowance without any limit.
    pub const UNLIMITED: Self = Self {
        waiting: u64::MAX,
        tasks: u64::MAX,
        bytes: u64::MAX,
    };

    /// Checks whether a request of this size may be added.
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

    /// Checks whether a task of this size may be added.
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

    /// Checks whether an existing row may grow by this size.
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
