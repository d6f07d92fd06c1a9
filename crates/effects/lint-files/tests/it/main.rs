//! The crate, and the reports whose readers have a schema, as their users see them.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod function_edits;
mod schemas;
