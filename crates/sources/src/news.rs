//! What a source has to tell when nobody asked.

use candor_model::{EnvironmentName, Era, Revision, Secret, SourceName, VariableName};
use candor_wire::RawJson;

use crate::ask::Ask;
use crate::state::State;

/// Something happened at a source.
#[derive(Debug)]
pub struct News {
    /// Where.
    pub source: SourceName,
    /// What.
    pub event: NewsEvent,
}

/// What happened.
#[derive(Debug)]
pub enum NewsEvent {
    /// It is doing better or worse.
    State(State),
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
        /// Which.
        uri: String,
        /// What the server said about it, untouched.
        params: RawJson,
    },
    /// A log message that belongs to no call.
    Log {
        /// The message, untouched.
        params: RawJson,
    },
    /// A legacy server asks something while no call is open.
    Ask(Ask),
    /// How the server turned out to speak; worth remembering until the next start.
    Found {
        /// The era.
        era: Era,
        /// The revision.
        revision: Revision,
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
