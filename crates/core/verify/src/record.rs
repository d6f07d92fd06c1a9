//! The calls and observations of a run.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::file_tree::FileChange;
use crate::value_change::{ChangeWeight, ValueChange};

/// One call, or an idle period, and all changes observed afterwards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallRecord {
    /// What was done before these changes.
    pub action: RunAction,
    /// How it ended.
    pub outcome: CallOutcome,
    /// Files that are different.
    pub files: Vec<FileChange>,
    /// The changes in read tools' results.
    pub state: Vec<StateChange>,
    /// External observations: connections, programs, writes elsewhere.
    pub events: Vec<ObservedEvent>,
}

/// An action of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunAction {
    /// The server started.
    Start,
    /// An idle period.
    Idle,
    /// A request that must have no effect: a list of tools, a call of a tool that is not there.
    Control(String),
    /// A step of the scenario that prepares the world.
    Setup(String),
    /// A call of a tool.
    Call {
        /// The name of the tool.
        tool: String,
        /// A description of the case.
        about: String,
        /// The arguments of the call.
        arguments: Value,
        /// The index among identical calls in a row, starting at 1.
        attempt: usize,
    },
    /// The period after the last result of a tool.
    After {
        /// The name of the tool.
        tool: String,
    },
}

/// The outcome of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallOutcome {
    /// With a result.
    Success,
    /// A result with `isError` set.
    ToolError(String),
    /// Without a result: refused, timed out, or the server ended.
    Failed(String),
}

/// A change in a read tool's result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StateChange {
    /// The tool that was read.
    pub probe: String,
    /// The change from the previous result.
    pub change: ValueChange,
}

/// An event outside of the sandbox's files and the server's results.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ObservedEvent {
    /// A connection, or an attempt, to an address.
    Connect {
        /// Host or address, and port.
        address: String,
        /// Whether it is on this machine.
        is_local: bool,
    },
    /// A request through the recording proxy, or one that Candor itself sends.
    Request {
        /// Such as `GET`.
        method: String,
        /// The full URL, host and port of a tunnel, or the path at the address of an API.
        url: String,
        /// Whether it is on this machine, or at the address of the API that is verified.
        is_local: bool,
        /// The status of the reply, where the request was passed on and answered.
        #[serde(default)]
        status: Option<u16>,
    },
    /// A write to a path outside of the world.
    Write {
        /// The path that was written to.
        path: String,
        /// Such as `unlink`.
        operation: String,
        /// Whether it was refused.
        is_refused: bool,
    },
    /// A program that was started.
    Run {
        /// The path of the program.
        program: String,
    },
    /// A process that outlived the call.
    Process {
        /// The program that the process runs.
        program: String,
    },
}

/// All observations of a run.
#[derive(Clone, Debug, Default)]
pub struct RunRecord {
    /// In the order in which it happened.
    pub calls: Vec<CallRecord>,
    /// Members that change by themselves, by the tool that was read.
    pub volatile: BTreeMap<String, BTreeSet<String>>,
    /// The places that were observed.
    pub places: ObservedPlaces,
    /// Problems that are not about a single call.
    pub troubles: Vec<String>,
}

/// The places that were observed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedPlaces {
    /// Whether files of the world were compared.
    pub files: bool,
    /// Whether writes outside were observed.
    pub outside: bool,
    /// Whether connections were observed.
    pub network: bool,
    /// The read tools that show the server's own state.
    pub probes: Vec<String>,
}

// === impl CallRecord ===

impl CallRecord {
    /// The tool that it is about, if any.
    pub fn tool(&self) -> Option<&str> {
        match &self.action {
            RunAction::Call { tool, .. } | RunAction::After { tool } => Some(tool),
            _ => None,
        }
    }

    /// Whether another read tool's result changed in more than a number.
    pub fn has_strong_state(&self) -> bool {
        self.state
            .iter()
            .any(|one| one.change.weight == ChangeWeight::Strong)
    }

    /// Whether it shows what happens without any call of a tool.
    pub fn is_control(&self) -> bool {
        matches!(
            self.action,
            RunAction::Start | RunAction::Idle | RunAction::Control(_)
        )
    }

    /// Whether it is a call that has succeeded.
    pub fn is_success(&self) -> bool {
        matches!(self.action, RunAction::Call { .. }) && self.outcome == CallOutcome::Success
    }
}

// === impl ObservedEvent ===

impl ObservedEvent {
    /// In a sentence.
    pub fn sentence(&self) -> String {
        let shown = candor_text::printable;
        match self {
            Self::Connect { address, .. } => format!("connected to {}", shown(address)),
            Self::Request {
                method,
                url,
                status,
                ..
            } => {
                let answer = status.map_or_else(String::new, |code| format!(", answered {code}"));
                format!("requested {} {}{answer}", shown(method), shown(url))
            }
            Self::Write {
                path,
                operation,
                is_refused,
            } => {
                let refused = if *is_refused {
                    ", which was refused"
                } else {
                    ""
                };
                format!("{} {}{refused}", shown(operation), shown(path))
            }
            Self::Run { program } => format!("ran {}", shown(program)),
            Self::Process { program } => format!("left the process {} running", shown(program)),
        }
    }

    /// Whether it is a request that was passed on and answered.
    pub fn is_answered(&self) -> bool {
        matches!(
            self,
            Self::Request {
                status: Some(_),
                ..
            }
        )
    }

    /// Whether it reaches beyond this machine.
    pub fn is_remote(&self) -> bool {
        matches!(
            self,
            Self::Connect {
                is_local: false,
                ..
            } | Self::Request {
                is_local: false,
                ..
            }
        )
    }
}

// === impl ObservedPlaces ===

impl ObservedPlaces {
    /// A phrase: `files of the world, state through list_notes, connections`.
    pub fn sentence(&self) -> String {
        let mut parts = Vec::new();
        if self.files {
            parts.push("files of the world".to_owned());
        }
        if self.outside {
            parts.push("writes elsewhere".to_owned());
        }
        if !self.probes.is_empty() {
            parts.push(format!("state through {}", self.probes.join(", ")));
        }
        if self.network {
            parts.push("connections".to_owned());
        }
        if parts.is_empty() {
            return "nothing".to_owned();
        }
        parts.join("; ")
    }
}
