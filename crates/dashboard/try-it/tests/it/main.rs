//! Tools are tried on a real gateway with scripted servers behind it.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod access;
mod calling;
mod forms;
mod hostile;
mod places;
mod results;
mod waiting;
mod world;
