//! Real programs on the real kernel: what they may do works, and what they may not is refused.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod escapes;
mod files;
mod network;
mod prelude;
mod processes;
mod watched;
