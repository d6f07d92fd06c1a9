//! Cases, verdicts and reports.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod arguments;
mod formats;
mod verdicts;
