//! Runs a server in a temporary sandbox, calls its tools and watches what they do.
//!
//! The pure part, which calls are tried and what follows from the observations, is `candor-verify`.
//! This crate has the effects: the sandbox folders, the confined server, file snapshots, a request
//! recorder, and the scenario file. APIs and functions are served by Candor itself
//! ([`HostedServer`]), and their requests are observed.

mod arguments;
mod call;
mod controls;
mod error;
mod events;
mod hosted;
mod instances;
mod options;
mod probe_search;
mod probes;
mod programs;
mod recorder;
mod run;
mod scenario_file;
mod scenario_text;
mod server;
mod setup;
mod snapshot;
mod start;
mod tool_trial;
mod world;

pub use error::VerifyError;
pub use hosted::{HostedServer, ServerPipes};
pub use options::VerifyOptions;
pub use run::verify;
pub use scenario_file::read_scenario;
pub use scenario_text::scenario_text;
