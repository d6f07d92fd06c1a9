//! Signing in, and what holds for every request, with a real gateway and a real database.

#![allow(clippy::expect_used, reason = "a failed expectation ends the test")]

mod access;
mod owner;
mod requests;
