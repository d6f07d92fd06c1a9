//! The keys of `_meta` that the protocol reserves.

/// The revision of a modern request.
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// The client's capabilities in a modern request.
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// The client's info in a modern request.
pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// The minimum log level of a modern request.
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// The server's info in a modern result.
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// The id of the listen request that a notification belongs to.
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
/// The extension by which a call can continue without its client.
pub const TASKS: &str = "io.modelcontextprotocol/tasks";
/// The task that a message belongs to (2025-11-25).
pub const RELATED_TASK: &str = "io.modelcontextprotocol/related-task";
/// The token that matches progress notifications with their request.
pub const PROGRESS_TOKEN: &str = "progressToken";
/// The W3C trace context.
pub const TRACEPARENT: &str = "traceparent";
/// The vendor part of the W3C trace context.
pub const TRACESTATE: &str = "tracestate";
