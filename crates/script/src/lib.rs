//! Tools written in TypeScript, each call in a confined process.
//!
//! The host, which is the gateway, finds the modules of a program, keeps warm workers for it and
//! does what waits: requests, timers, questions. A worker is this program again, confined for
//! good: it opens nothing, reaches nobody and starts nothing. It runs one call at a time.

mod call;
mod definition;
mod desk;
mod error;
mod failure;
mod fetch;
mod frame;
mod job;
mod modules;
mod ops;
mod patience;
mod prelude;
mod program;
mod scrub;
mod spec;
mod talk;
mod testing;
mod worker;
mod workers;

pub use error::LoadError;
pub use failure::CallFailure;
pub use job::{Job, Outcome};
pub use prelude::TYPES;
pub use program::Program;
pub use spec::{ScriptLimits, ScriptSpec, WorkerCommand};
pub use testing::{TestFailure, TestOutcome, run_tests};
pub use worker::{ServeError, serve};
