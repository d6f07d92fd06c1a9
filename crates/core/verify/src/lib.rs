//! Verifies whether a tool's hints are correct.
//!
//! A run calls the tools of a server in a sandbox and observes the changes. This crate is the pure
//! part of it: which calls are tried ([`cases()`]) and in which order, the differences between two
//! states, and the verdict on each hint with its evidence ([`judge()`]). It does no I/O.

pub mod arguments;
mod cases;
pub mod file_tree;
pub mod format;
mod instances;
mod judge;
mod known_values;
mod noise;
mod parameter;
mod plan;
mod record;
mod recorded;
mod role;
mod saved;
mod scenario;
mod tool;
mod value_change;
mod verdict;
mod words;

pub use arguments::{ArgumentContext, WorldFacts};
pub use cases::{CallCase, cases};
pub use file_tree::{FileChange, FileChangeKind, FileEntry, FileKind, FileTree};
pub use format::VerifyFormat;
pub use instances::{
    InstanceFinding, StatePlaces, state_difference, state_writers, written_places,
};
pub use judge::judge;
pub use known_values::KnownValues;
pub use noise::is_own_write;
pub use parameter::{ToolParameter, ValueShape};
pub use plan::{call_order, probe_candidates};
pub use record::{
    CallOutcome, CallRecord, ObservedEvent, ObservedPlaces, RunAction, RunRecord, StateChange,
};
pub use recorded::{GivenFolder, RecordedScenario, recorded_scenario};
pub use role::ToolRole;
pub use scenario::{ScenarioCase, ScenarioStep, VerifyScenario};
pub use tool::ListedTool;
pub use value_change::{ChangeWeight, ValueChange, ValueChangeKind, as_value, compare};
pub use verdict::{HintEvidence, HintFinding, HintVerdict, ToolFinding, VerifyReport};
