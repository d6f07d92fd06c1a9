//! JSON-RPC as text, parsed only as far as necessary.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

/// JSON text, unchanged.
pub(crate) type RawFragment = Box<RawValue>;

/// One received text.
#[derive(Debug)]
pub(crate) enum IncomingText {
    One(RpcMessage),
    /// A batch; a bad member spoils only itself.
    Batch(Vec<Result<RpcMessage, RefusedText>>),
}

/// One JSON-RPC message, by kind.
#[derive(Debug)]
pub(crate) enum RpcMessage {
    Request(RpcRequest),
    Notification {
        method: String,
        params: RpcParams,
    },
    Response {
        id: RawFragment,
        outcome: Result<Value, Value>,
    },
}

/// A request, not yet looked at.
#[derive(Debug)]
pub(crate) struct RpcRequest {
    pub(crate) id: RawFragment,
    pub(crate) method: String,
    pub(crate) params: RpcParams,
}

/// The parameters of a message, parsed and as written.
#[derive(Debug)]
pub(crate) struct RpcParams {
    raw: RawFragment,
    value: Value,
}

/// A text that is no message, with the id to answer under (`null` when none could be read).
#[derive(Debug)]
pub(crate) struct RefusedText {
    pub(crate) id: RawFragment,
    pub(crate) error: RpcError,
}

/// A JSON-RPC error, with the HTTP status that carries it in the modern era.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RpcError {
    pub(crate) code: i64,
    pub(crate) message: String,
    pub(crate) data: Option<Box<Value>>,
    pub(crate) status: u16,
}

pub(crate) const PARSE_ERROR: i64 = -32700;
pub(crate) const INVALID_REQUEST: i64 = -32600;
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;
pub(crate) const INVALID_PARAMS: i64 = -32602;
pub(crate) const INTERNAL: i64 = -32603;
pub(crate) const RESOURCE_NOT_FOUND: i64 = -32002;
pub(crate) const HEADER_MISMATCH: i64 = -32020;
pub(crate) const MISSING_CAPABILITY: i64 = -32021;
pub(crate) const UNSUPPORTED_VERSION: i64 = -32022;

/// Parses one received text.
pub(crate) fn parse(text: &str) -> Result<IncomingText, RefusedText> {
    if text.trim_start().starts_with('[') {
        let members: Vec<RawFragment> = serde_json::from_str(text).map_err(|e| unreadable(&e))?;
        if members.is_empty() {
            return Err(RefusedText::new(
                null(),
                INVALID_REQUEST,
                "a batch needs at least one message",
            ));
        }
        return Ok(IncomingText::Batch(
            members.iter().map(|member| message(member.get())).collect(),
        ));
    }
    message(text).map(IncomingText::One)
}

fn message(text: &str) -> Result<RpcMessage, RefusedText> {
    let value: RawFragment = serde_json::from_str(text).map_err(|e| unreadable(&e))?;
    let mut fields: HashMap<String, RawFragment> = serde_json::from_str(value.get())
        .map_err(|_| RefusedText::new(null(), INVALID_REQUEST, "a message must be an object"))?;
    let id = fields.remove("id");
    let answer_to = id.clone().filter(is_id).unwrap_or_else(null);
    let refuse = |why: &str| RefusedText::new(answer_to.clone(), INVALID_REQUEST, why);

    if fields.get("jsonrpc").map(|v| v.get()) != Some("\"2.0\"") {
        return Err(refuse("`jsonrpc` must be \"2.0\""));
    }
    let Some(method) = fields.get("method") else {
        return response(id, &fields).ok_or_else(|| refuse("neither a method nor an answer"));
    };
    let method: String =
        serde_json::from_str(method.get()).map_err(|_| refuse("`method` must be a string"))?;
    let params = RpcParams::read(fields.remove("params")).ok_or_else(|| {
        RefusedText::new(
            answer_to.clone(),
            INVALID_PARAMS,
            "`params` must be an object",
        )
    })?;
    match id {
        None => Ok(RpcMessage::Notification { method, params }),
        Some(id) if is_id(&id) => Ok(RpcMessage::Request(RpcRequest { id, method, params })),
        Some(id) => Err(refuse(&format!(
            "`id` must be a string or a number, not `{}`",
            id.get()
        ))),
    }
}

fn response(id: Option<RawFragment>, fields: &HashMap<String, RawFragment>) -> Option<RpcMessage> {
    let parse = |raw: &RawFragment| serde_json::from_str::<Value>(raw.get()).ok();
    let outcome = match (fields.get("result"), fields.get("error")) {
        (Some(result), None) => Ok(parse(result)?),
        (None, Some(error)) => Err(parse(error)?),
        _ => return None,
    };
    Some(RpcMessage::Response { id: id?, outcome })
}

fn is_id(raw: &RawFragment) -> bool {
    raw.get().starts_with('"')
        || raw
            .get()
            .starts_with(|c: char| c == '-' || c.is_ascii_digit())
}

fn unreadable(error: &serde_json::Error) -> RefusedText {
    RefusedText::new(null(), PARSE_ERROR, &format!("not JSON: {error}"))
}

/// The JSON `null`, for answers to messages without a usable id.
pub(crate) fn null() -> RawFragment {
    raw(&Value::Null)
}

/// A value as text.
pub(crate) fn raw(value: &Value) -> RawFragment {
    to_raw_value(value).expect("a value has only string keys and can always be written")
}

/// An answer whose result is `result`, byte for byte.
pub(crate) fn result_text(id: &RawValue, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, id.get())
}

/// An answer whose error is `error`, byte for byte.
pub(crate) fn error_text(id: &RawValue, error: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"error":{error}}}"#, id.get())
}

/// The text of a notification.
pub(crate) fn notification_text(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string()
}

/// A request of the server to its client.
pub(crate) fn request_text(id: u64, method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

// === impl RpcParams ===

impl RpcParams {
    fn read(raw: Option<RawFragment>) -> Option<Self> {
        let raw = raw.unwrap_or_else(|| self::raw(&json!({})));
        let value = match serde_json::from_str::<Value>(raw.get()) {
            Ok(value) if value.is_object() => value,
            Ok(_) => return None,
            // A number beyond all bounds cannot be a value, but it is still JSON: only the field
            // that has it is left without one.
            Err(_) => {
                let fields: HashMap<String, RawFragment> = serde_json::from_str(raw.get()).ok()?;
                let parse =
                    |raw: RawFragment| serde_json::from_str::<Value>(raw.get()).unwrap_or_default();
                fields
                    .into_iter()
                    .map(|(key, raw)| (key, parse(raw)))
                    .collect()
            }
        };
        Some(Self { raw, value })
    }

    pub(crate) fn value(&self) -> &Value {
        &self.value
    }

    /// A string field.
    pub(crate) fn text(&self, field: &str) -> Option<&str> {
        self.value.get(field)?.as_str()
    }

    /// A field exactly as the client wrote it.
    pub(crate) fn raw_field(&self, field: &str) -> Option<RawFragment> {
        let mut fields: HashMap<String, RawFragment> = serde_json::from_str(self.raw.get()).ok()?;
        fields.remove(field)
    }
}

// === impl RefusedText ===

impl RefusedText {
    fn new(id: RawFragment, code: i64, why: &str) -> Self {
        Self {
            id,
            error: RpcError::new(code, why),
        }
    }

    pub(crate) fn body(&self) -> String {
        self.error.answer(&self.id)
    }
}

// === impl RpcError ===

impl RpcError {
    pub(crate) fn new(code: i64, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
            status: 200,
        }
    }

    pub(crate) fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(INVALID_PARAMS, message)
    }

    pub(crate) fn method_not_found(method: &str) -> Self {
        Self::new(METHOD_NOT_FOUND, format!("method not found: `{method}`")).status(404)
    }

    pub(crate) fn status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    pub(crate) fn data(self, data: Value) -> Self {
        Self {
            data: Some(Box::new(data)),
            ..self
        }
    }

    /// The response to `id` with this error.
    pub(crate) fn answer(&self, id: &RawValue) -> String {
        let mut error = json!({"code": self.code, "message": self.message});
        if let Some(data) = &self.data {
            error["data"] = Value::clone(data);
        }
        error_text(id, &error.to_string())
    }
}
