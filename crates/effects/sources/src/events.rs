//! Events of a source outside calls.

use candor_model::{EnvironmentName, McpEra, McpRevision, Secret, SourceName, VariableName};
use candor_wire::RawJson;

use crate::input_request::InputRequest;
use crate::refusals::SourceRefusal;
use crate::state::SourceState;

/// An event of a source.
#[derive(Debug)]
pub struct SourceEvent {
    /// The source of the event.
    pub source: SourceName,
    /// What happened there.
    pub event: SourceEventKind,
}

/// What a source reports while it runs.
#[derive(Debug)]
pub enum SourceEventKind {
    /// Its state has changed.
    State(SourceState),
    /// Its inventory has changed; [`crate::SourceHandle::inventory`] has the current one. All three
    /// are false if only the server's facts have changed.
    Inventory {
        /// The tools differ.
        tools: bool,
        /// The resources or the templates differ.
        resources: bool,
        /// The prompts differ.
        prompts: bool,
    },
    /// A watched resource has changed.
    ResourceUpdated {
        /// The resource that changed.
        uri: String,
        /// The parameters of the notification, untouched.
        params: RawJson,
    },
    /// The status of a task has changed.
    Task {
        /// The server's id of the task.
        task: String,
        /// The parameters of the notification, untouched.
        params: RawJson,
    },
    /// A log message outside any call.
    Log {
        /// The message, untouched.
        params: RawJson,
    },
    /// A legacy server asks something while no call is open.
    Ask(InputRequest),
    /// Its confined program was refused something.
    Refused(Box<SourceRefusal>),
    /// The state of its read-only instance has changed.
    ReadOnlyInstance,
    /// The server's era and revision, to be cached for the next start.
    Found {
        /// The era that it speaks.
        era: McpEra,
        /// The revision that it speaks.
        revision: McpRevision,
        /// Name and version, as the server states them.
        server: String,
    },
    /// A credential was renewed, and the old one is no longer valid.
    Renewed {
        /// The environment that it belongs to.
        environment: Option<EnvironmentName>,
        /// The variable that holds it.
        variable: VariableName,
        /// The new value of the credential.
        value: Secret<String>,
    },
}
