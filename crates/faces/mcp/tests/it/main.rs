//! The MCP face as clients meet it: a real gateway in front of a scripted server.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]
#![expect(
    clippy::needless_pass_by_value,
    reason = "requests read better without borrows"
)]

mod access;
mod approvals;
mod caller_limits;
mod content;
mod harness;
mod legacy;
mod modern;
mod origins;
mod people;
mod sessions;
mod stdio;
mod streams;
mod tasks;
mod tcp;
