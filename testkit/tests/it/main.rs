//! The test servers, seen from outside: raw HTTP, raw stdio, rmcp and the conformance suite.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]
#![expect(clippy::unwrap_used, reason = "a helper that fails fails its test")]

mod conformance;
mod fixture_http;
mod fixture_sse;
mod fixture_stdio;
mod rmcp_clients;
mod script_faults;
mod script_http;
mod script_stdio;
mod support;
