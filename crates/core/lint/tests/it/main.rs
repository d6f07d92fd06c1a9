//! The crate as its users see it.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod baseline;
mod corpus;
mod formats;
mod hidden_text;
