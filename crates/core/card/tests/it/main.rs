//! Cards as people see them, and laws that hold for all of them.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod attacks;
mod changes;
mod drawn;
mod given;
mod laws;
mod revealed;
