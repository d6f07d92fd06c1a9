//! The MCP server side: five revisions, over HTTP and stdio.
//!
//! This crate translates and never decides. It finds out which revision a request speaks, checks
//! what the transport demands of it, asks the [`Gateway`] and puts the answer into the form that
//! the client expects. Requests of 2026-07-28 stand alone; older clients have a session.
//!
//! [`Gateway`]: candor_gateway::Gateway

mod accept;
mod asks;
mod batch;
mod calls;
mod dispatch;
mod feed;
mod headers;
mod http;
mod level;
mod listen;
mod meta;
mod negotiate;
mod parts;
mod peer;
mod refusal;
mod respond;
mod session;
mod sessions;
mod stdio;
mod taste;

pub use http::{HttpConfig, router};
pub use stdio::serve_stdio;
