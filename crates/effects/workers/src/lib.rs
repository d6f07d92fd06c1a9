//! Confined child processes that run untrusted code, one job at a time.
//!
//! This is the part common to all languages. The host keeps a [`WorkerPool`] of warm
//! [`WorkerProcess`]es and talks to them in frames ([`framing`]). A worker is this program again:
//! it calls [`serve_in_thread`] and [`confine`] before it reads any untrusted input.

mod exit;
pub mod framing;
mod outbox;
mod pool;
mod process;
mod serve;

pub use exit::WorkerExit;
pub use pool::{PoolLimits, PooledWorker, WorkerPool};
pub use process::{WorkerCommand, WorkerProcess, deadline};
pub use serve::{ServeError, confine, serve_in_thread};
