//! JSON-RPC error codes, as the protocol assigns them.

/// The bytes are not JSON.
pub const PARSE_ERROR: i64 = -32700;
/// The JSON is not a JSON-RPC message.
pub const INVALID_REQUEST: i64 = -32600;
/// The method does not exist, or not in this revision.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// The parameters are invalid; also an unknown tool, prompt or (since 2026-07-28) resource.
pub const INVALID_PARAMS: i64 = -32602;
/// An internal error of the gateway or of a source.
pub const INTERNAL_ERROR: i64 = -32603;
/// The resource does not exist, up to 2025-11-25.
pub const RESOURCE_NOT_FOUND: i64 = -32002;
/// A standard header contradicts the body, or is missing (2026-07-28).
pub const HEADER_MISMATCH: i64 = -32020;
/// The client lacks a capability that the request needs (2026-07-28).
pub const MISSING_CLIENT_CAPABILITY: i64 = -32021;
/// The revision of the request is not supported (2026-07-28).
pub const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32022;

/// Whether only servers of the modern era use a code.
pub const fn is_modern(code: i64) -> bool {
    matches!(
        code,
        HEADER_MISMATCH | MISSING_CLIENT_CAPABILITY | UNSUPPORTED_PROTOCOL_VERSION
    )
}
