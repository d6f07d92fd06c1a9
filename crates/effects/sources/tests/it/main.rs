//! Sources in front of real servers: children that speak over stdio, and HTTP servers of the
//! testkit on loopback.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod asks;
mod calls;
mod changes;
mod eras;
mod harness;
mod lists;
mod modern_stdio;
mod supervision;
mod waiting_questions;
