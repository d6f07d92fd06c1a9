//! jq filters over JSON, each in a child process with limits.
//!
//! The filter and the JSON are both untrusted, and jq is a whole programming
//! language: a filter may run for ever, or ask for all the memory there is. So filters run in
//! [`FilterWorkers`], child processes that give up what they do not need before they read the first
//! job ([`serve`]), and that are killed when a job takes too long. Nothing a filter does reaches
//! further than its own answer.
//!
//! What a filter sees is the JSON and the clock: no environment, no files, no other input.

mod error;
mod evaluate;
mod filter;
mod library;
mod message;
mod nesting;
mod protocol;
mod refused;
mod worker;
mod workers;
mod write;

pub use candor_workers::{ServeError, WorkerCommand};
pub use error::SelectError;
pub use evaluate::{EvaluateError, evaluate};
pub use filter::{FilterError, MAX_FILTER, check};
pub use nesting::MAX_NESTING;
pub use worker::serve;
pub use workers::{FilterLimits, FilterOutput, FilterWorkers};
