//! The worker processes of a program.
//!
//! A worker does one call at a time. After its first call it belongs to one caller in one
//! environment with its variables and never serves another. A worker that answered is kept for the
//! next such call; one that timed out or ended is discarded.

mod pool;
mod process;
mod start;
mod tenant;

pub(crate) use pool::{ProgramPool, WorkerLease};
pub(crate) use process::ScriptWorker;
pub(crate) use start::{WorkerPurpose, milliseconds, start};
pub(crate) use tenant::WorkerTenant;
