//! The framework from outside: real servers, driven by a client that others wrote.

mod annotations;
mod breach;
mod call;
mod client;
mod conversation;
mod http;
mod list;
mod program;
mod server;
mod stage;
