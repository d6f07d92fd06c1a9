//! Responses to requests of tools.

use std::borrow::Cow;

use bytes::Bytes;
use candor_egress::EgressResponse;
use http::HeaderMap;
use serde::de::DeserializeOwned;

use super::HttpError;

/// The length of an error excerpt, in characters.
const EXCERPT: usize = 300;

/// A complete response.
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

    /// The status code, such as 200.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Whether the status is a success.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The value of a header, if present and valid text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The bytes of the body.
    pub fn bytes(&self) -> &Bytes {
        &self.body
    }

    /// The body as text, with invalid UTF-8 replaced.
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

    /// The response, if its status is a success; otherwise an error with an excerpt.
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
