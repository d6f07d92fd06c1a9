//! Tasks: calls that continue without their client.
//!
//! Several processes may work on the same task concurrently. Each operation here is a single
//! conditional statement, and the caller is told whether it took effect.
//!
//! A task ends once: with an outcome or by cancellation, whichever comes first. Its call is then
//! deleted.

use candor_boxed::boxed;
use candor_model::{ApprovalId, CallId, PrincipalKey, TaskId, TaskRecord};

use crate::{
    SMALL_OUTCOME_MAX, Store, StoreError, StoreResult,
    column_text::{NAME_MAX, truncated},
    error::check_bytes,
    row_label::{RowLabel, full_text},
    sql::{SqlValue, from_row, number},
};

/// The maximum number of tasks.
pub const TASKS_MAX: usize = 10_000;

/// The maximum size of a task's stored call and of its outcome, in bytes.
pub const TASK_TEXT_MAX: usize = 32 << 20;

/// The number of tasks deleted per statement, so that the write lock is held only briefly.
const PRUNE_BATCH: i64 = 100;

/// A query for tasks, as a literal so that queries stay constant.
macro_rules! select {
    ($conditions:literal) => {
        concat!(
            "SELECT id, principal, approval, call, outcome, cancelled, runner, runner_until, \
             created_micros, updated_micros, expires_micros FROM tasks WHERE ",
            $conditions
        )
    };
}

struct TaskColumns {
    id: String,
    principal: String,
    approval: String,
    call: String,
    outcome: Option<String>,
    cancelled: bool,
    runner: Option<String>,
    runner_until: Option<i64>,
    created_micros: i64,
    updated_micros: i64,
    expires_micros: i64,
}

from_row!(TaskColumns:
    id, principal, approval, call, outcome, cancelled, runner, runner_until, created_micros,
    updated_micros, expires_micros
);

impl Store {
    /// Adds a task. It is an error if there are already [`TASKS_MAX`] tasks or the caller's
    /// allowance is exhausted.
    #[boxed]
    pub async fn add_task(&self, task: &TaskRecord) -> StoreResult<()> {
        bounded(&task.id, "call", &task.call)?;
        bounded(&task.id, "outcome", task.outcome.as_deref().unwrap_or(""))?;
        let (runner, until) = task.runner.unzip();
        let statement = "INSERT INTO tasks (id, principal, approval, call, outcome, cancelled, \
             runner, runner_until, created_micros, updated_micros, expires_micros, kept_bytes) \
             SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $13 \
             WHERE (SELECT COUNT(*) FROM tasks) < $12 \
             AND (SELECT COUNT(*) FROM tasks WHERE principal = $2 AND expires_micros > $9) < $14 \
             AND (SELECT COALESCE(SUM(kept_bytes), 0) FROM tasks \
             WHERE principal = $2 AND expires_micros > $9) \
             + (SELECT COALESCE(SUM(kept_bytes), 0) FROM approvals \
             WHERE state = 'pending' AND principal = $15 AND expires_micros > $9) \
             + $13 <= $16 ON CONFLICT (id) DO NOTHING";
        let outcome = task.outcome.as_deref().unwrap_or_default();
        let bytes = task.call.len() + outcome.len();
        let values = [
            task.id.as_str().into(),
            truncated(&task.principal, NAME_MAX).into(),
            task.approval.to_string().into(),
            task.call.as_str().into(),
            task.outcome.as_deref().into(),
            task.cancelled.into(),
            runner_column(runner),
            until.into(),
            task.created_micros.into(),
            task.updated_micros.into(),
            task.expires_micros.into(),
            (TASKS_MAX as u64).into(),
            (bytes as u64).into(),
            self.allowance.tasks.into(),
            full_text("caller", &task.principal)?.into(),
            self.allowance.bytes.into(),
        ];
        let added = self.execute("add a task", statement, &values).await?;
        if added > 0 {
            return Ok(());
        }
        if self.task(&task.id).await?.is_some() {
            let what = format!("task `{}`", task.id);
            return Err(StoreError::Exists { what });
        }
        let caller = PrincipalKey::named(&task.principal);
        self.check_task_room(&caller, bytes, task.created_micros)
            .await?;
        Err(StoreError::Full {
            what: "tasks",
            limit: TASKS_MAX,
            way_out: "answer the questions that they wait for, or wait until some have expired",
        })
    }

    /// Returns a task by id.
    #[boxed]
    pub async fn task(&self, id: &TaskId) -> StoreResult<Option<TaskRecord>> {
        let query = select!("id = $1");
        let values = [id.as_str().into()];
        let row: Option<TaskColumns> = self.one("read a task", query, &values).await?;
        row.map(TaskColumns::read).transpose()
    }

    /// The tasks that wait for the same approval, oldest first.
    #[boxed]
    pub async fn task_of(&self, approval: ApprovalId) -> StoreResult<Vec<TaskRecord>> {
        let query = select!("approval = $1 ORDER BY created_micros, id");
        let values = [approval.to_string().into()];
        let task = "read the tasks of an approval";
        let rows: Vec<TaskColumns> = self.rows(task, query, &values).await?;
        rows.into_iter().map(TaskColumns::read).collect()
    }

    /// Claims a task until a moment: true if it has no runner, or its runner's claim has expired. A
    /// task that has ended or expired cannot be claimed.
    #[boxed]
    pub async fn claim_task(
        &self,
        id: &TaskId,
        runner: CallId,
        now_micros: i64,
        until_micros: i64,
    ) -> StoreResult<bool> {
        let statement = "UPDATE tasks SET runner = $2, runner_until = $4, updated_micros = $3 \
             WHERE id = $1 AND outcome IS NULL AND NOT cancelled AND expires_micros > $3 \
             AND (runner IS NULL OR runner_until <= $3)";
        let values = [
            id.as_str().into(),
            runner_column(Some(runner)),
            now_micros.into(),
            until_micros.into(),
        ];
        let claimed = self.execute("claim a task", statement, &values).await?;
        Ok(claimed > 0)
    }

    /// Renews a claim: false if another runner has claimed the task or it has ended.
    #[boxed]
    pub async fn renew_task(
        &self,
        id: &TaskId,
        runner: CallId,
        until_micros: i64,
    ) -> StoreResult<bool> {
        let statement = "UPDATE tasks SET runner_until = $3 \
             WHERE id = $1 AND runner = $2 AND outcome IS NULL AND NOT cancelled";
        let runner = runner_column(Some(runner));
        let values = [id.as_str().into(), runner, until_micros.into()];
        let renewed = self.execute("renew a task", statement, &values).await?;
        Ok(renewed > 0)
    }

    /// Ends a task with an outcome: true if it has not ended and is claimed by this runner or, with
    /// no runner given, by none.
    ///
    /// An outcome that exceeds the caller's allowance is an error, unless it has at most
    /// [`SMALL_OUTCOME_MAX`] bytes.
    #[boxed]
    pub async fn finish_task(
        &self,
        id: &TaskId,
        runner: Option<CallId>,
        outcome: &str,
        now_micros: i64,
    ) -> StoreResult<bool> {
        bounded(id, "outcome", outcome)?;
        if outcome.len() > SMALL_OUTCOME_MAX {
            self.check_outcome_room(id, outcome.len(), now_micros)
                .await?;
        }
        let statement = "UPDATE tasks SET outcome = $3, updated_micros = $4, call = '', \
             kept_bytes = $5 \
             WHERE id = $1 AND outcome IS NULL AND NOT cancelled \
             AND runner IS NOT DISTINCT FROM $2";
        let values = [
            id.as_str().into(),
            runner_column(runner),
            outcome.into(),
            now_micros.into(),
            (outcome.len() as u64).into(),
        ];
        let finished = self.execute("finish a task", statement, &values).await?;
        Ok(finished > 0)
    }

    /// Cancels a task: false if it already has an outcome or does not exist. Cancelling again has
    /// no effect and returns true.
    #[boxed]
    pub async fn cancel_task(&self, id: &TaskId, now_micros: i64) -> StoreResult<bool> {
        let statement = "UPDATE tasks SET cancelled = TRUE, call = '', kept_bytes = 0, \
             updated_micros = CASE WHEN cancelled THEN updated_micros ELSE $2 END \
             WHERE id = $1 AND outcome IS NULL";
        let values = [id.as_str().into(), now_micros.into()];
        let cancelled = self.execute("cancel a task", statement, &values).await?;
        Ok(cancelled > 0)
    }

    /// Checks whether an outcome of this size may replace a task's call.
    async fn check_outcome_room(
        &self,
        id: &TaskId,
        bytes: usize,
        now_micros: i64,
    ) -> StoreResult<()> {
        let query = "SELECT principal, kept_bytes FROM tasks WHERE id = $1";
        let values = [id.as_str().into()];
        let row: Option<(String, i64)> = self.one("read a task", query, &values).await?;
        let Some((principal, own)) = row else {
            return Ok(());
        };
        let caller = PrincipalKey::named(&principal);
        let mut kept = self.caller_kept(&caller, now_micros).await?;
        kept.bytes = kept.bytes.saturating_sub(number(own));
        self.allowance.check_bytes(&caller, kept, bytes)
    }

    /// Deletes expired tasks, in batches; returns how many.
    #[boxed]
    pub async fn prune_tasks(&self, now_micros: i64) -> StoreResult<u64> {
        let statement = "DELETE FROM tasks WHERE id IN (SELECT id FROM tasks \
                       WHERE expires_micros <= $1 ORDER BY expires_micros LIMIT $2)";
        let values = [now_micros.into(), PRUNE_BATCH.into()];
        self.repeat("prune tasks", statement, &values).await
    }
}

fn runner_column(runner: Option<CallId>) -> SqlValue<'static> {
    SqlValue::Text(runner.map(|runner| runner.to_string().into()))
}

fn bounded(id: &TaskId, part: &str, text: &str) -> StoreResult<()> {
    let what = || format!("the {part} of task `{id}`");
    check_bytes(text.len(), TASK_TEXT_MAX, what)
}

// === impl TaskColumns ===

impl TaskColumns {
    fn read(self) -> StoreResult<TaskRecord> {
        let label = RowLabel::new("task", &self.id);
        let runner = match (&self.runner, self.runner_until) {
            (Some(runner), Some(until)) => {
                Some((label.word("runner", runner, CallId::parse)?, until))
            }
            (None, None) => None,
            (runner, _) => {
                let runner = runner.as_deref().unwrap_or("none");
                return label.word("runner", runner, |_| None);
            }
        };
        Ok(TaskRecord {
            id: label.word("id", &self.id, TaskId::presented)?,
            approval: label.word("approval", &self.approval, ApprovalId::parse)?,
            runner,
            principal: self.principal,
            call: self.call,
            outcome: self.outcome,
            cancelled: self.cancelled,
            created_micros: self.created_micros,
            updated_micros: self.updated_micros,
            expires_micros: self.expires_micros,
        })
    }
}
