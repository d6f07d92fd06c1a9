//! MCP as bytes.
//!
//! A message is parsed only as far as the gateway must understand it; everything else stays exactly
//! as it arrived ([`RawJson`]). In addition, this crate implements the framings (lines, server-sent
//! events, HTTP headers) and manages one open [`link`] to one server. It knows nothing about tool
//! names, the catalogue or the policy.

pub mod code;
mod collected_body;
pub mod envelope;
pub mod extension;
pub mod header;
mod header_fields;
pub mod json;
pub mod line;
pub mod link;
pub mod meta;
pub mod method;
pub mod object;
pub mod oversize;
mod plain_post;
pub mod sse;

pub use collected_body::CollectedBody;
pub use envelope::{
    EnvelopeError, ErrorObject, IncomingBody, JsonRpcMessage, JsonRpcNotification, JsonRpcRequest,
    JsonRpcResponse, RequestId,
};
pub use header_fields::{HeaderFields, ascii_text};
pub use json::{ArrayPart, JsonError, JsonPieces, RawJson};
pub use object::RawObject;
pub use oversize::OversizeMessage;
pub use plain_post::{PlainHead, PlainPost, PlainRequest};
