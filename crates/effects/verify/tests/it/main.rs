//! Runs on real servers.
#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod forty;
mod instances;
mod scenario;
mod support;
mod trouble;
