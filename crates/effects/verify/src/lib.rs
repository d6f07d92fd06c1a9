//! Runs a server in a temporary sandbox, calls its tools and watches what they do.
//!
//! The pure part, which calls are tried and what follows from what was seen, is `candor-verify`.
//! Here are the effects: the world's folders, the confined server, snapshots of files, a recorder
//! of requests, and the scenario file. An API and functions are served by Candor itself
//! ([`HostedServer`]); of these the requests are watched.

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
