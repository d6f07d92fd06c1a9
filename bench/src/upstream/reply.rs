//! Replies of the upstream: bytes written once, the list shared by all of them.

use std::fmt::Write;

use anyhow::Result;
use bytes::buf::{Buf, Chain};
use bytes::{BufMut, Bytes, BytesMut};
use http::header::{CONTENT_TYPE, HeaderValue};
use http::{Response, StatusCode};
use http_body_util::Full;
use serde_json::{Value, json};

/// A response whose second half may be shared with other responses; hyper writes both at once.
pub(crate) type SplitResponse = Response<Full<Chain<Bytes, Bytes>>>;

/// A JSON-RPC reply, not yet an HTTP response.
#[derive(Debug)]
pub(crate) struct RpcReply {
    head: BytesMut,
    tail: Bytes,
}

/// A result with the brace that closes the envelope, ready for [`RpcReply::list`].
pub(crate) fn closed_result(result: &Value) -> Result<Bytes> {
    let mut bytes = serde_json::to_vec(result)?;
    bytes.push(b'}');
    Ok(bytes.into())
}

/// A response without a body.
pub(crate) fn status(status: StatusCode) -> SplitResponse {
    let mut response = Response::new(Full::new(Bytes::new().chain(Bytes::new())));
    *response.status_mut() = status;
    response
}

// === impl RpcReply ===

impl RpcReply {
    /// The result of a call that answers with a text; `text` is a JSON string, `end` closes what
    /// is still open.
    pub(crate) fn text(id: &str, text: &str, end: &str) -> Self {
        let mut head = open(id, text.len() + 128);
        head.put_slice(br#"{"content":[{"type":"text","text":"#);
        head.put_slice(text.as_bytes());
        head.put_slice(br#"}],"isError":false"#);
        head.put_slice(end.as_bytes());
        Self::alone(head)
    }

    /// The same with a long text added to the short one; `tail` is that text and what closes all
    /// that is open, shared with other replies.
    pub(crate) fn padded(id: &str, text: &str, tail: Bytes) -> Self {
        let mut head = open(id, text.len() + 64);
        head.put_slice(br#"{"content":[{"type":"text","text":"#);
        // The string goes on in the tail, so its closing quote is there.
        head.put_slice(text.strip_suffix('"').unwrap_or(text).as_bytes());
        Self { head, tail }
    }

    /// A result that was serialized before.
    pub(crate) fn list(id: &str, closed_result: &Bytes) -> Self {
        Self {
            head: open(id, 64),
            tail: closed_result.clone(),
        }
    }

    /// Any other result; these are rare, so they need not be fast.
    pub(crate) fn result(id: &str, result: &Value) -> Self {
        let mut head = open(id, 512);
        // Writing to a growing buffer cannot fail.
        let _ = write!(head, "{result}}}");
        Self::alone(head)
    }

    /// An error with the given code.
    pub(crate) fn error(id: &str, code: i32, message: &str) -> Self {
        let error = json!({"code": code, "message": message});
        let mut head = BytesMut::with_capacity(128);
        let _ = write!(head, r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#);
        Self::alone(head)
    }

    /// A reply that shares nothing with others.
    fn alone(head: BytesMut) -> Self {
        let tail = Bytes::new();
        Self { head, tail }
    }

    /// The reply as bytes in two pieces, for a transport without statuses.
    pub(crate) fn into_parts(self) -> (Bytes, Bytes) {
        (self.head.freeze(), self.tail)
    }

    /// The response for a request that was understood.
    pub(crate) fn ok(self) -> SplitResponse {
        self.with_status(StatusCode::OK)
    }

    /// The response for a request that was not.
    pub(crate) fn bad_request(self) -> SplitResponse {
        self.with_status(StatusCode::BAD_REQUEST)
    }

    /// A response with any status.
    pub(crate) fn with_status(self, status: StatusCode) -> SplitResponse {
        let mut response = Response::new(Full::new(self.head.freeze().chain(self.tail)));
        *response.status_mut() = status;
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().insert(CONTENT_TYPE, json);
        response
    }
}

fn open(id: &str, room: usize) -> BytesMut {
    let mut head = BytesMut::with_capacity(room + id.len());
    head.put_slice(br#"{"jsonrpc":"2.0","id":"#);
    head.put_slice(id.as_bytes());
    head.put_slice(br#","result":"#);
    head
}
