//! The pages of the administrator in front of a real gateway and a real database.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

#[macro_use]
mod kept;

mod access;
mod environments;
mod fixtures;
mod hostile;
mod policy;
mod rules;
mod simulate;
mod variables;
