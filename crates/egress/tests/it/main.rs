//! The client against servers that are scripted byte by byte.

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
