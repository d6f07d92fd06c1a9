//! Calls become requests, and replies become results.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod base;
mod bodies;
mod builder;
mod callable;
mod cookies;
mod decode;
mod documents;
mod failures;
mod headers;
mod laws;
mod parts;
mod paths;
mod plans;
mod queries;
mod results;
mod witness;
