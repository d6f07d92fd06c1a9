//! The framework from outside: real servers, driven by a client that others wrote.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod annotations;
mod call;
mod client;
mod conversation;
mod example_server;
mod http;
mod list;
mod program;
mod server;
mod violations;
