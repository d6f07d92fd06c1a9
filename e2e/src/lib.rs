//! Candor as a black box: the built binary, and clients that speak raw JSON to it.
//!
//! Nothing here knows the product's code. A client sends text and gives back the text that came,
//! so that a test can compare bytes.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]
#![expect(
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot go on stops"
)]

pub mod candor;
pub mod client;
pub mod config;
pub mod text;

pub use candor::Candor;
pub use candor_testkit::Era;
pub use client::{Client, Reply};
