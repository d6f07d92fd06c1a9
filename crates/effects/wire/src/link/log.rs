//! Log messages about protocol violations of a server.

use std::sync::{Mutex, PoisonError};

use bytes::Bytes;

use super::text::{self, SecretRedactor};
use super::throttle::LogThrottle;
use crate::envelope::{EnvelopeError, IncomingBody, JsonRpcMessage, JsonRpcResponse};

/// The maximum number of characters shown of a skipped message.
const SHOWN: usize = 200;

/// The log for one server, with its credentials redacted and its rate limited.
#[derive(Debug)]
pub(super) struct LinkLog {
    label: String,
    redactor: SecretRedactor,
    throttle: Mutex<LogThrottle>,
}

// === impl LinkLog ===

impl LinkLog {
    pub(super) fn new(label: &str, redactor: SecretRedactor) -> Self {
        Self {
            label: label.to_owned(),
            redactor,
            throttle: Mutex::default(),
        }
    }

    /// The name of the server in the log.
    pub(super) fn label(&self) -> &str {
        &self.label
    }

    /// The messages of one line or event; invalid ones are skipped.
    pub(super) fn messages(&self, bytes: &Bytes) -> impl Iterator<Item = JsonRpcMessage> {
        let (single, batch) = match IncomingBody::parse(bytes.clone()) {
            Ok(IncomingBody::Single(message)) => (Some(Ok(message)), Vec::new()),
            Ok(IncomingBody::Batch(messages)) => (None, messages),
            Err(error) => (Some(Err(error)), Vec::new()),
        };
        single.into_iter().chain(batch).filter_map(|message| {
            message
                .inspect_err(|error: &EnvelopeError| self.skipped(&error.to_string(), bytes))
                .ok()
        })
    }

    /// Logs bytes that are not a message, or too many.
    pub(super) fn skipped(&self, reason: &str, bytes: &[u8]) {
        let allowed = self
            .throttle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .allow();
        if let Some(silenced) = allowed {
            let start = self.redactor.clean(text::clip(bytes, SHOWN));
            tracing::warn!(
                target: "candor::upstream", source = self.label, reason, start, silenced,
                "a message is skipped"
            );
        }
    }

    /// Logs the number of messages that were not read in time: the first, and whenever the number
    /// doubles.
    pub(super) fn dropped(&self, count: u64) {
        if count.is_power_of_two() {
            tracing::warn!(
                target: "candor::upstream", source = self.label, dropped = count,
                "messages come faster than they are read and are dropped"
            );
        }
    }

    /// Logs an answer to no open request: unknown, late, or a duplicate.
    pub(super) fn stray(&self, answer: &JsonRpcResponse) {
        tracing::debug!(
            target: "candor::upstream", source = self.label, id = ?answer.id,
            "dropped a response without a pending request"
        );
    }
}
