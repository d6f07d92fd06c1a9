//! The MCP server side: five revisions, over HTTP and stdio.
//!
//! This crate translates and never decides. It finds out which revision a request speaks, checks
//! what the transport demands of it, asks the [`Gateway`] and puts the answer into the form that
//! the client expects. Requests of 2026-07-28 stand alone; older clients have a session.
//!
//! [`Gateway`]: candor_gateway::Gateway

mod batch;
mod dispatch;
mod feed;
mod headers;
mod http;
mod input_requests;
mod level;
mod listen;
mod meta;
mod negotiate;
mod notification_filter;
mod open_requests;
mod refusal;
mod response;
mod resumable_stream;
mod seen_content;
mod session;
mod session_room;
mod sessions;
mod stdio;

pub use http::{HttpConfig, McpEndpoints, MessageConnectionEnd};
pub use stdio::serve_stdio;
