//! Tasks: calls that continue without their client. A task waits for approval; once approved, the
//! first process to claim it makes the call.

use std::fmt;

use uuid::Uuid;

use crate::{ApprovalId, CallId};

/// Identifies a task. Random and unguessable, because it is all a client needs to query the task.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TaskId(Box<str>);

/// A task as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskRecord {
    /// The id of the task.
    pub id: TaskId,
    /// The principal that the task belongs to.
    pub principal: String,
    /// The approval it waits for.
    pub approval: ApprovalId,
    /// The original call, sealed.
    pub call: String,
    /// The outcome, sealed; `None` while the task is running.
    pub outcome: Option<String>,
    /// Whether it was cancelled.
    pub cancelled: bool,
    /// The process that makes the call, and when its lease expires unless renewed.
    pub runner: Option<(CallId, i64)>,
    /// When it was created, in microseconds since the Unix epoch like all times here.
    pub created_micros: i64,
    /// When it last changed.
    pub updated_micros: i64,
    /// When it is deleted.
    pub expires_micros: i64,
}

// === impl TaskId ===

impl TaskId {
    /// Creates a new id with 122 random bits.
    pub fn fresh() -> Self {
        Self(Uuid::new_v4().simple().to_string().into())
    }

    /// Parses an id that a client sent; `None` if it does not have the right form.
    pub fn presented(text: &str) -> Option<Self> {
        let proper = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        proper.then(|| Self(text.into()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
