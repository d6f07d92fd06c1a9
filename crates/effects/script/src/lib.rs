//! Tools written in TypeScript, with each call in a confined process.
//!
//! The host, which is the gateway, finds the modules of a program, keeps warm workers for it and
//! performs everything asynchronous: requests, timers, questions. A worker is this program again,
//! irreversibly confined: it cannot open files, use the network or start processes. It runs one
//! call at a time.

mod call;
mod deadline;
mod definition;
mod error;
mod failure;
mod fetch;
mod job;
mod log;
mod modules;
mod ops;
mod prelude;
mod program;
mod protocol;
mod scrub;
mod services;
mod spec;
mod strip;
mod testing;
mod worker;
mod workers;

pub use candor_workers::{ServeError, WorkerCommand};
pub use definition::FunctionResource;
pub use error::ProgramLoadError;
pub use failure::ScriptCallError;
pub use job::{JobSubject, ScriptJob, ScriptOutcome};
pub use prelude::TYPES;
pub use program::ScriptProgram;
pub use spec::{ScriptLimits, ScriptSpec};
pub use testing::{TestFailure, TestOutcome, run_tests};
pub use worker::serve;
