//! The crate as others use it.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod call;
mod kinds;
mod laws;
mod page;
mod problems;
mod rules;
mod table;
mod version;
