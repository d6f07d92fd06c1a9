//! What came back.

use std::borrow::Cow;

use bytes::Bytes;
use candor_egress::EgressResponse;
use http::HeaderMap;
use serde::de::DeserializeOwned;

use super::HttpError;

/// How much of a refusal is quoted.
const EXCERPT: usize = 300;

/// A reply, whole.
#[derive(Clone, Debug)]
pub struct HttpReply {
    host: String,
    status: u16,
    headers: HeaderMap,
    body: Bytes,
}

// === impl HttpReply ===

impl HttpReply {
    pub(super) fn new(host: String, response: EgressResponse) -> Self {
        Self {
            host,
            status: response.status.as_u16(),
            headers: response.headers,
            body: response.body,
        }
    }

    /// The status, such as 200.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Whether the status tells of success.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// A header, where there is one and it is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The bytes of the body.
    pub fn bytes(&self) -> &Bytes {
        &self.body
    }

    /// The body as text. What is not UTF-8 is replaced.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.body)
    }

    /// The body as JSON.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, HttpError> {
        serde_json::from_slice(&self.body).map_err(|cause| HttpError::Json {
            host: self.host.clone(),
            cause,
        })
    }

    /// The reply, if its status tells of success; otherwise an error that quotes it.
    pub fn success(self) -> Result<Self, HttpError> {
        if self.is_success() {
            return Ok(self);
        }
        let text = self.text();
        let body: String = text.chars().take(EXCERPT).collect();
        let body = body.split_whitespace().collect::<Vec<_>>().join(" ");
        Err(HttpError::Status {
            host: self.host.clone(),
            status: self.status,
            body,
        })
    }
}
