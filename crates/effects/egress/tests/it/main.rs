//! The client against servers that are scripted byte by byte.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod faults;
mod guard;
mod limits;
mod packed;
mod plain;
mod pool;
mod redirects;
mod server;
mod tls;
mod world;
