//! Whole documents: in the manner of well-known APIs, from a real one, and from those who mean
//! harm.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod github;
mod golden;
mod hostile;
mod render;
mod usable;
