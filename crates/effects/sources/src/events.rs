//! What happens at a source outside of calls.

use candor_model::{EnvironmentName, McpEra, McpRevision, Secret, SourceName, VariableName};
use candor_wire::RawJson;

use crate::input_request::InputRequest;
use crate::refusals::SourceRefusal;
use crate::state::SourceState;

/// Something happened at a source.
#[derive(Debug)]
pub struct SourceEvent {
    /// The source that it happened to.
    pub source: SourceName,
    /// What happened there.
    pub event: SourceEventKind,
}

/// What a source reports while it runs.
#[derive(Debug)]
pub enum SourceEventKind {
    /// It is doing better or worse.
    State(SourceState),
    /// What it offers is no longer the same; [`crate::Source::inventory`] has what it is now.
    /// All three are false when only what the server says of itself has changed.
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
        /// What the server said about it, untouched.
        params: RawJson,
    },
    /// How a task stands has changed.
    Task {
        /// What the server calls the task.
        task: String,
        /// What the server said about it, untouched.
        params: RawJson,
    },
    /// A log message that belongs to no call.
    Log {
        /// The message, untouched.
        params: RawJson,
    },
    /// A legacy server asks something while no call is open.
    Ask(InputRequest),
    /// Its confined program was refused something.
    Refused(Box<SourceRefusal>),
    /// Its read-only instance is doing better or worse.
    ReadOnlyInstance,
    /// How the server turned out to speak; worth remembering until the next start.
    Found {
        /// The era that it speaks.
        era: McpEra,
        /// The revision that it speaks.
        revision: McpRevision,
        /// Name and version, as the server gives them.
        server: String,
    },
    /// A credential was exchanged for a new one, and the old one is used up.
    Renewed {
        /// The environment that it belongs to.
        environment: Option<EnvironmentName>,
        /// The variable that holds it.
        variable: VariableName,
        /// The new one.
        value: Secret<String>,
    },
}
