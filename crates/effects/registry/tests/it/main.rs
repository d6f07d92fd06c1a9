//! Registries that answer well, late, wrongly or not at all.

#![allow(
    clippy::expect_used,
    clippy::needless_pass_by_value,
    reason = "a test ends where it expects in vain, and takes values as they are written"
)]

mod files;
mod headers;
mod looks;
mod many;
mod network;
mod outage;
mod support;
