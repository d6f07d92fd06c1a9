//! Webhooks of a real gateway, told to a scripted server.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod fixture;
mod log;
mod logs;
mod once;
mod signed;
mod slack;
mod told;
mod tries;
