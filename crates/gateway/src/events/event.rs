//! That something has changed, for clients and for people who look.

use candor_model::SourceName;
use candor_wire::RawJson;

/// Something that clients are told.
#[derive(Clone, Debug)]
pub enum ClientEvent {
    /// The tools are no longer the same.
    Tools,
    /// The prompts are no longer the same.
    Prompts,
    /// The resources are no longer the same.
    Resources,
    /// One resource has changed.
    ResourceUpdated {
        /// The source that says so.
        source: SourceName,
        /// The URI of the resource.
        uri: String,
        /// What its source says about it.
        params: RawJson,
    },
    /// A source says how one of its tasks stands.
    Task {
        /// The source that works on the task.
        source: SourceName,
        /// What the source calls the task.
        task: String,
        /// What the source says about it.
        params: RawJson,
        /// Whom it may concern.
        audience: TaskAudience,
    },
    /// A source says something that belongs to no call.
    Log {
        /// The source that logs it.
        source: SourceName,
        /// The parameters of its log notification.
        params: RawJson,
    },
}

/// Whom news of a task may concern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskAudience {
    /// The caller that knows the task.
    Everyone,
    /// Clients that listen for it; no session had begun it yet.
    Listeners,
    /// The session that has begun it since; listeners were told before.
    Sessions,
}

/// Which kind of thing has changed, for people who look at everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UiEvent {
    /// Questions to people.
    Approvals,
    /// How a source is, or what it brings.
    Sources,
    /// What people have said or decided.
    Edits,
}

// === impl UiEvent ===

impl UiEvent {
    pub(crate) const ALL: [Self; 3] = [Self::Approvals, Self::Sources, Self::Edits];
}
