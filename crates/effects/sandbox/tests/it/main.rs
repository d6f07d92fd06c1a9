//! Processes that confine themselves and then try what they may not, and what they may.
//!
//! The tests start their own binary again as the victim: a confinement cannot be taken off, so no
//! test may confine the process that runs the others.

#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a victim that cannot go on fails, and says to its test what happened"
)]

mod actions;
mod allowed;
mod forbidden;
mod kernel;
mod limits;
mod victim;
