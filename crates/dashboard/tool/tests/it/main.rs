//! The page of a tool in front of a real gateway, a real database and scripted servers.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod access;
mod annotating;
mod conflict;
mod drifting;
mod hostile;
mod looking;
mod noting;
mod shop;
mod switching;
mod undoing;
