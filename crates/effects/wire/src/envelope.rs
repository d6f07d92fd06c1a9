//! JSON-RPC messages, parsed no further than their envelope.

mod members;

use std::fmt;

use bytes::Bytes;
use serde_json::value::RawValue;

use self::members::EnvelopeMembers;
use crate::code;
use crate::json::{JsonPieces, RawJson, put_string};
use crate::object::RawObject;

/// The beginning of every message that is written here.
const START: &[u8] = b"{\"jsonrpc\":\"2.0\"";

/// The id of a request, as the sender wrote it. `1` and `"1"` are different ids.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RequestId(RawJson);

/// A request, which expects a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonRpcRequest {
    /// The id that the response must have.
    pub id: RequestId,
    /// The name of the method.
    pub method: Box<str>,
    /// The parameters, untouched.
    pub params: Option<RawJson>,
}

/// A notification, which expects no response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonRpcNotification {
    /// The name of the method.
    pub method: Box<str>,
    /// The parameters, untouched.
    pub params: Option<RawJson>,
}

/// A response: a result or an error object, untouched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonRpcResponse {
    /// The request's id; `None` if the other side could not read it.
    pub id: Option<RequestId>,
    /// The `result`, or the `error`.
    pub outcome: Result<RawJson, RawJson>,
}

/// One JSON-RPC message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonRpcMessage {
    /// See [`JsonRpcRequest`].
    Request(JsonRpcRequest),
    /// See [`JsonRpcNotification`].
    Notification(JsonRpcNotification),
    /// See [`JsonRpcResponse`].
    Response(JsonRpcResponse),
}

/// The contents of a body or line: a message, or (2025-03-26) a batch of them.
#[derive(Debug)]
pub enum IncomingBody {
    /// A single message, the usual case.
    Single(JsonRpcMessage),
    /// A batch. Each message is parsed separately, so that an invalid one does not affect the
    /// others.
    Batch(Vec<Result<JsonRpcMessage, EnvelopeError>>),
}

/// Why some bytes are not a message.
#[derive(Debug, thiserror::Error)]
pub enum EnvelopeError {
    /// The bytes are not JSON.
    #[error("the message is not JSON: {0}")]
    Syntax(#[source] serde_json::Error),
    /// JSON, but not a JSON-RPC message. The id is kept if it could be read.
    #[error("{reason}")]
    Shape {
        /// What is wrong.
        reason: String,
        /// The id of the message, if it could be read.
        id: Option<RequestId>,
    },
}

/// The parsed error of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorObject {
    /// The error code; see [`code`].
    pub code: i64,
    /// What went wrong, as a sentence.
    pub message: String,
    /// Further details, untouched.
    pub data: Option<RawJson>,
}

// === impl RequestId ===

impl RequestId {
    /// A numeric id, as the gateway uses.
    pub fn number(number: u64) -> Self {
        Self(RawJson::number(number))
    }

    /// Accepts a string or a number; nothing else is an id.
    pub fn from_json(json: RawJson) -> Option<Self> {
        matches!(json.as_bytes().first(), Some(b'"' | b'-' | b'0'..=b'9')).then_some(Self(json))
    }

    /// The id as JSON.
    pub fn as_json(&self) -> &RawJson {
        &self.0
    }

    /// The id as an integer, if it is one.
    pub fn as_number(&self) -> Option<u64> {
        std::str::from_utf8(self.0.as_bytes()).ok()?.parse().ok()
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

// === impl JsonRpcMessage ===

impl JsonRpcMessage {
    /// Parses one envelope.
    pub fn parse(bytes: impl Into<Bytes>) -> Result<Self, EnvelopeError> {
        EnvelopeMembers::read(&bytes.into()).and_then(Self::from_members)
    }

    fn from_members(members: EnvelopeMembers) -> Result<Self, EnvelopeError> {
        let id = members.id.clone().and_then(RequestId::from_json);
        let wrong = |reason: &str| {
            Err(EnvelopeError::Shape {
                reason: reason.to_owned(),
                id: id.clone(),
            })
        };
        let version = members.jsonrpc.as_ref().map(RawJson::as_bytes);
        if version != Some(b"\"2.0\"") {
            return wrong("not a JSON-RPC message: `jsonrpc` must be \"2.0\"");
        }
        let given = members.id.as_ref();
        if given.is_some_and(|id| !id.is_null()) && id.is_none() {
            return wrong("the `id` must be a string or a number");
        }
        let params = members.params;
        if params
            .as_ref()
            .is_some_and(|params| !matches!(params.as_bytes()[0], b'{' | b'['))
        {
            return wrong("`params` must be an object");
        }
        match (members.method, members.result, members.error) {
            (Some(method), None, None) => Ok(match id {
                Some(id) => Self::Request(JsonRpcRequest { id, method, params }),
                None if members.id.is_some() => {
                    return wrong("the `id` of a request cannot be null");
                }
                None => Self::Notification(JsonRpcNotification { method, params }),
            }),
            (None, Some(result), None) if id.is_some() => Ok(Self::Response(JsonRpcResponse {
                id,
                outcome: Ok(result),
            })),
            (None, None, Some(error)) => Ok(Self::Response(JsonRpcResponse {
                id,
                outcome: Err(error),
            })),
            _ => wrong("a message is a request (`method`) or a response (`result` or `error`)"),
        }
    }
}

impl From<JsonRpcRequest> for JsonRpcMessage {
    fn from(request: JsonRpcRequest) -> Self {
        Self::Request(request)
    }
}

// === impl IncomingBody ===

impl IncomingBody {
    /// Parses a body or a line.
    pub fn parse(bytes: impl Into<Bytes>) -> Result<Self, EnvelopeError> {
        let whole = bytes.into();
        if whole.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'[') {
            return JsonRpcMessage::parse(whole).map(Self::Single);
        }
        let parts: Vec<&RawValue> =
            serde_json::from_slice(&whole).map_err(EnvelopeError::Syntax)?;
        if parts.is_empty() {
            return Err(EnvelopeError::Shape {
                reason: "an empty batch".to_owned(),
                id: None,
            });
        }
        let messages = parts
            .into_iter()
            .map(|part| JsonRpcMessage::parse(whole.slice_ref(part.get().as_bytes())))
            .collect();
        Ok(Self::Batch(messages))
    }
}

// === impl EnvelopeError ===

impl EnvelopeError {
    /// The response that reports the error to the sender.
    pub fn response(&self) -> Bytes {
        let (code, id) = match self {
            Self::Syntax(_) => (code::PARSE_ERROR, None),
            Self::Shape { id, .. } => (code::INVALID_REQUEST, id.as_ref()),
        };
        ErrorObject::new(code, self.to_string()).response(id)
    }
}

// === impl ErrorObject ===

impl ErrorObject {
    /// An error without data.
    pub fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// Adds further details.
    #[must_use]
    pub fn with_data(mut self, data: &serde_json::Value) -> Self {
        self.data = Some(RawJson::from_value(data));
        self
    }

    /// Parses the other side's error leniently: an error without a code is an internal error.
    pub fn from_json(json: &RawJson) -> Self {
        let members = RawObject::parse(json).unwrap_or_default();
        Self {
            code: members
                .get("code")
                .and_then(|code| code.decode().ok())
                .unwrap_or(code::INTERNAL_ERROR),
            message: members
                .get_string("message")
                .unwrap_or_else(|| json.to_string()),
            data: members.get("data").cloned(),
        }
    }

    /// The error as JSON.
    pub fn to_json(&self) -> RawJson {
        let mut members: RawObject = [
            ("code", RawJson::written(self.code.to_string())),
            ("message", RawJson::string(&self.message)),
        ]
        .into_iter()
        .collect();
        if let Some(data) = &self.data {
            members.set("data", data.clone());
        }
        members.to_json()
    }

    /// The response with this error.
    pub fn response(&self, id: Option<&RequestId>) -> Bytes {
        error_response(id, &self.to_json())
    }
}

/// Serializes a request.
pub fn request(id: &RequestId, method: &str, params: Option<&RawJson>) -> Bytes {
    let mut text = open(method.len() + params.map_or(0, RawJson::len) + id.0.len());
    member(&mut text, b",\"id\":", id.0.as_bytes());
    text.extend_from_slice(b",\"method\":");
    put_string(&mut text, method);
    close(text, params)
}

/// Serializes a request with a numeric id, with the given parameters, in a single buffer.
pub fn numbered_request<'a>(
    id: u64,
    method: &str,
    params: impl Iterator<Item = (&'a str, &'a RawJson)> + Clone,
) -> Bytes {
    let size: usize = params
        .clone()
        .map(|(key, value)| key.len() + value.len() + 4)
        .sum();
    let mut text = open(size + method.len() + 16);
    member(&mut text, b",\"id\":", id.to_string().as_bytes());
    text.extend_from_slice(b",\"method\":");
    put_string(&mut text, method);
    text.extend_from_slice(b",\"params\":{");
    for (at, (key, value)) in params.enumerate() {
        if at > 0 {
            text.push(b',');
        }
        put_string(&mut text, key);
        member(&mut text, b":", value.as_bytes());
    }
    text.extend_from_slice(b"}}");
    text.into()
}

/// Serializes a notification.
pub fn notification(method: &str, params: Option<&RawJson>) -> Bytes {
    let mut text = open(method.len() + params.map_or(0, RawJson::len));
    text.extend_from_slice(b",\"method\":");
    put_string(&mut text, method);
    close(text, params)
}

/// Serializes a response with a result.
pub fn response(id: &RequestId, result: &RawJson) -> Bytes {
    let (id, result) = (id.0.as_bytes(), result.as_bytes());
    // Joined to their exact length, so that sharing the text allocates nothing more.
    let text = [START, b",\"id\":", id, b",\"result\":", result, b"}"].concat();
    text.into()
}

/// Serializes a response with a result in pieces, which are not copied.
pub fn pieced_response(id: &RequestId, result: &JsonPieces) -> JsonPieces {
    let mut before = open(id.0.len());
    member(&mut before, b",\"id\":", id.0.as_bytes());
    before.extend_from_slice(b",\"result\":");
    result.between(before.into(), Bytes::from_static(b"}"))
}

/// Serializes a response with an error object.
pub fn error_response(id: Option<&RequestId>, error: &RawJson) -> Bytes {
    let mut text = open(64 + error.len());
    member(
        &mut text,
        b",\"id\":",
        id.map_or(&b"null"[..], |id| id.0.as_bytes()),
    );
    member(&mut text, b",\"error\":", error.as_bytes());
    text.push(b'}');
    text.into()
}

fn open(size: usize) -> Vec<u8> {
    let mut text = Vec::with_capacity(size + 64);
    text.extend_from_slice(START);
    text
}

fn member(text: &mut Vec<u8>, key: &[u8], value: &[u8]) {
    text.extend_from_slice(key);
    text.extend_from_slice(value);
}

fn close(mut text: Vec<u8>, params: Option<&RawJson>) -> Bytes {
    if let Some(params) = params {
        member(&mut text, b",\"params\":", params.as_bytes());
    }
    text.push(b'}');
    text.into()
}

#[cfg(test)]
mod tests;
