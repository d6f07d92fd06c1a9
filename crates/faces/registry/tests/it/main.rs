//! The gateway as a registry: its form, its pages, who may read it, and a client that does.

#![allow(
    clippy::expect_used,
    clippy::needless_pass_by_value,
    reason = "a test ends where it expects in vain, and takes values as they are written"
)]

mod access;
mod client;
mod form;
mod generated;
mod listing;
mod official;
mod world;
