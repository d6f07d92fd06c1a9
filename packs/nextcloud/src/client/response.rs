//! Responses.

use bytes::Bytes;
use candor_egress::{BodyCut, EgressResponse};
use candor_functions::Failure;
use http::HeaderMap;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::explain::explain;
use crate::xml::{self, XmlElement};

/// An answer of the server, of any status.
#[derive(Debug)]
pub(crate) struct PackResponse {
    pub(super) shown: String,
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
    cut: Option<BodyCut>,
}

// === impl PackResponse ===

impl PackResponse {
    pub(super) fn new(shown: String, response: EgressResponse) -> Self {
        Self {
            shown,
            status: response.status.as_u16(),
            headers: response.headers,
            body: response.body,
            cut: response.cut,
        }
    }

    pub(crate) fn status(&self) -> u16 {
        self.status
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    pub(crate) fn body(&self) -> &Bytes {
        &self.body
    }

    /// The response, if it was successful; otherwise the error and its reason.
    pub(crate) fn success(self) -> Result<Self, Failure> {
        if !(200..300).contains(&self.status) {
            return Err(explain(&self));
        }
        if let Some(cut) = self.cut {
            return Err(Failure::new(format!(
                "{}: the answer is larger than the {} bytes that are read",
                self.shown, cut.kept
            )));
        }
        Ok(self)
    }

    /// The body as JSON, if the request was successful.
    pub(crate) fn json<T: DeserializeOwned>(self) -> Result<T, Failure> {
        let answer = self.success()?;
        serde_json::from_slice(&answer.body).map_err(|error| answer.unexpected(&error))
    }

    /// What is inside an OCS envelope, if the server did what was asked.
    pub(crate) fn ocs<T: DeserializeOwned>(self) -> Result<T, Failure> {
        let answer = self.success()?;
        let envelope: Value =
            serde_json::from_slice(&answer.body).map_err(|error| answer.unexpected(&error))?;
        let status = envelope.pointer("/ocs/meta/statuscode");
        let status = status.and_then(Value::as_u64).unwrap_or_default();
        if !matches!(status, 100 | 200..=299) {
            let message = envelope.pointer("/ocs/meta/message");
            let message = message.and_then(Value::as_str).unwrap_or_default();
            return Err(Failure::new(format!(
                "{} was refused with OCS status {status}: {message}",
                answer.shown
            )));
        }
        let data = envelope.pointer("/ocs/data").cloned().unwrap_or_default();
        serde_json::from_value(data).map_err(|error| answer.unexpected(&error))
    }

    /// The body as XML, if the server did what was asked.
    pub(crate) fn xml(self) -> Result<XmlElement, Failure> {
        let answer = self.success()?;
        let text = String::from_utf8_lossy(&answer.body);
        xml::read(&text).map_err(|error| answer.unexpected(&error))
    }

    /// The refusal, for a status that the caller looked at.
    pub(crate) fn refusal(&self) -> Failure {
        explain(self)
    }

    fn unexpected(&self, error: &dyn std::error::Error) -> Failure {
        Failure::new(format!(
            "{} was answered with something unexpected ({error}); is the app of a version that \
             has this interface?",
            self.shown
        ))
    }
}
