//! JSON-RPC error codes, as the protocol allots them.

/// The bytes were not JSON.
pub const PARSE_ERROR: i64 = -32700;
/// The JSON was not a JSON-RPC message.
pub const INVALID_REQUEST: i64 = -32600;
/// No such method, or not in this revision.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// The parameters do not fit; also an unknown tool, prompt or (since 2026-07-28) resource.
pub const INVALID_PARAMS: i64 = -32602;
/// Something failed on our side or behind us.
pub const INTERNAL_ERROR: i64 = -32603;
/// No such resource, up to 2025-11-25.
pub const RESOURCE_NOT_FOUND: i64 = -32002;
/// A standard header contradicts the body, or is missing (2026-07-28).
pub const HEADER_MISMATCH: i64 = -32020;
/// The client lacks a capability that the request needs (2026-07-28).
pub const MISSING_CLIENT_CAPABILITY: i64 = -32021;
/// The revision in the request is not one we speak (2026-07-28).
pub const UNSUPPORTED_PROTOCOL_VERSION: i64 = -32022;

/// Whether a code can only come from a server of the modern era.
pub const fn is_modern(code: i64) -> bool {
    matches!(
        code,
        HEADER_MISMATCH | MISSING_CLIENT_CAPABILITY | UNSUPPORTED_PROTOCOL_VERSION
    )
}
