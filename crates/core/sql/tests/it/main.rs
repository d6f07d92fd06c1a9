//! The crate as others use it.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod evasions;
mod every_engine;
mod hostile;
mod laws;
mod mysql;
mod postgresql;
mod reasons;
mod sql_server;
mod sqlite;
mod table;
mod unknown_dialect;
