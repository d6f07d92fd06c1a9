//! The events that clients and live pages are notified of.

use candor_model::SourceName;
use candor_wire::RawJson;

/// An event that clients are notified of.
#[derive(Clone, Debug)]
pub enum ClientEvent {
    /// The tools have changed.
    Tools,
    /// The prompts have changed.
    Prompts,
    /// The resources have changed.
    Resources,
    /// One resource has changed.
    ResourceUpdated {
        /// The source that reports it.
        source: SourceName,
        /// The URI of the resource.
        uri: String,
        /// The parameters of its notification.
        params: RawJson,
    },
    /// A source reports the status of one of its tasks.
    Task {
        /// The source that runs the task.
        source: SourceName,
        /// The source's own id of the task.
        task: String,
        /// The parameters of its notification.
        params: RawJson,
        /// The clients that may be concerned.
        audience: TaskAudience,
    },
    /// A source logs a message outside any call.
    Log {
        /// The source that logs it.
        source: SourceName,
        /// The parameters of its log notification.
        params: RawJson,
    },
}

/// The clients that a task's status may concern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskAudience {
    /// The caller that knows the task.
    Everyone,
    /// Clients that listen for it; no session had started it yet.
    Listeners,
    /// The session that has started it since; listeners were notified before.
    Sessions,
}

/// What has changed, for live pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UiEvent {
    /// Pending or decided approvals.
    Approvals,
    /// The state of a source, or what it offers.
    Sources,
    /// Edits and decisions of people.
    Edits,
}

// === impl UiEvent ===

impl UiEvent {
    pub(crate) const ALL: [Self; 3] = [Self::Approvals, Self::Sources, Self::Edits];
}
