//! The keys of `_meta` that the protocol reserves.

/// The revision of a modern request.
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// What the client of a modern request can do.
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// What the client of a modern request calls itself.
pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// How much log a modern request wants.
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// What the server of a modern result calls itself.
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// Which listen request a notification belongs to.
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
/// The extension by which a call can go on without its client.
pub const TASKS: &str = "io.modelcontextprotocol/tasks";
/// The task that a message belongs to (2025-11-25).
pub const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";
/// Ties progress notifications to their request.
pub const PROGRESS_TOKEN: &str = "progressToken";
/// W3C trace context.
pub const TRACEPARENT: &str = "traceparent";
/// W3C trace context, vendor part.
pub const TRACESTATE: &str = "tracestate";
