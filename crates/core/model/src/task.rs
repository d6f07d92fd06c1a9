//! A call that goes on without its client: it waits for a person, and is made when there is a
//! yes, by whichever process finds it first.

use std::fmt;

use uuid::Uuid;

use crate::{ApprovalId, CallId};

/// Identifies a task. Random and unguessable, because holding it is what lets a client ask how
/// it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TaskId(Box<str>);

/// A task as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskRecord {
    /// The id of the task.
    pub id: TaskId,
    /// The principal that the task belongs to.
    pub principal: String,
    /// The question that it waits for.
    pub approval: ApprovalId,
    /// The call as it arrived, sealed.
    pub call: String,
    /// What came of it, sealed; none while it goes on.
    pub outcome: Option<String>,
    /// Whether it was taken back.
    pub cancelled: bool,
    /// The process that makes the call, and until when it has promised to say so again.
    pub runner: Option<(CallId, i64)>,
    /// When it began, in microseconds since the Unix epoch, as all times here.
    pub created_micros: i64,
    /// When it last changed.
    pub updated_micros: i64,
    /// When it is forgotten.
    pub expires_micros: i64,
}

// === impl TaskId ===

impl TaskId {
    /// A fresh id with 122 random bits.
    pub fn fresh() -> Self {
        Self(Uuid::new_v4().simple().to_string().into())
    }

    /// What a client presented; nothing if it cannot be one of ours.
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
