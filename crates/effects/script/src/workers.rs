//! The processes that run a program.
//!
//! A worker does one call at a time. It is blank until its first call; from then on it belongs to
//! one caller in one environment with its variables and never serves another. One that answered is
//! kept for the next such call; one that did not answer in time, or ended, is gone for good.

mod pool;
mod process;
mod start;
mod tenant;

pub(crate) use pool::{ProgramPool, WorkerLease};
pub(crate) use process::ScriptWorker;
pub(crate) use start::{WorkerPurpose, milliseconds, start};
pub(crate) use tenant::WorkerTenant;
