//! jq filters over JSON, each in a child process with limits.
//!
//! The filter comes from one stranger and the JSON from another, and jq is a whole programming
//! language: a filter may run for ever, or ask for all the memory there is. So filters run in
//! [`Workers`], child processes that give up what they do not need before they read the first
//! job ([`serve`]), and that are killed when a job takes too long. Nothing a filter does reaches
//! further than its own answer.
//!
//! What a filter sees is the JSON and the clock: no environment, no files, no other input.

mod brief;
mod error;
mod evaluate;
mod filter;
mod frame;
mod library;
mod nesting;
mod refused;
mod worker;
mod workers;
mod write;

pub use error::SelectError;
pub use evaluate::{EvaluateError, evaluate};
pub use filter::{FilterError, MAX_FILTER, check};
pub use nesting::MAX_NESTING;
pub use worker::{ServeError, serve};
pub use workers::{JobLimits, Selected, WorkerCommand, Workers};
