//! Search as callers see it: which tool comes first, and what always holds.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod laws;
mod ranking;
mod tools;
