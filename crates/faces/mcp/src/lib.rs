//! The MCP server side: five revisions, over HTTP and stdio.
//!
//! This crate translates and makes no decisions. It determines which revision a request speaks,
//! performs the checks of the transport, calls the [`Gateway`] and converts the answer into the
//! form that the client expects. Requests of 2026-07-28 are self-contained; older clients have a
//! session.
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
