//! Evaluates jq filters on JSON, in child processes with limits.
//!
//! Both filter and JSON are untrusted, and jq is a complete programming language: a filter may run
//! forever or allocate unlimited memory. Filters therefore run in [`FilterWorkers`], child
//! processes that give up all unnecessary permissions before they read the first job ([`serve`])
//! and are killed if a job takes too long. A filter can affect only its own result.
//!
//! A filter only sees the JSON and the clock: no environment, no files, no other input.

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
