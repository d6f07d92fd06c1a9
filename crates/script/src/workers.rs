//! The processes that run a program.
//!
//! A worker does one call at a time. It is blank until its first call; from then on it belongs to
//! a *tenant*, an environment with its variables, and never serves another. One that answered is
//! kept for its tenant's next call; one that did not answer in time, or ended, is gone for good.

mod outbox;
mod pool;
mod process;
mod start;
mod tenant;

pub(crate) use pool::{Lease, Pool};
pub(crate) use process::{End, Worker};
pub(crate) use start::{Purpose, deadline, milliseconds, start};
pub(crate) use tenant::Tenant;
