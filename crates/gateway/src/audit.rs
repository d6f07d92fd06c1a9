//! The audit entry of one arrival. However the arrival ends, and even if everything about it is
//! dropped, the entry is completed.

use std::sync::Arc;
use std::time::Instant;

use candor_model::{CallBegun, CallEnded, CallId, CallKind, Digest, Outcome, SourceName};
use candor_store::Journal;

use crate::arrival::Arrival;
use crate::clock::now_micros;
use crate::metrics::Metrics;
use crate::refusal::Refusal;

/// An open entry.
pub(crate) struct Entry {
    journal: Arc<Journal>,
    metrics: Arc<Metrics>,
    begun: CallBegun,
    started: Instant,
    /// Whether the beginning is on file.
    written: bool,
    closed: bool,
}

// === impl Entry ===

impl Entry {
    /// Opens the entry in memory; [`Entry::begin`] puts it on file.
    pub(crate) fn open(journal: Arc<Journal>, metrics: Arc<Metrics>, arrival: &Arrival) -> Self {
        let client = &arrival.client;
        let subject = if arrival.kind == CallKind::Resource {
            "uri"
        } else {
            "name"
        };
        let begun = CallBegun {
            id: CallId::fresh(),
            at_micros: now_micros(),
            principal: client.principal.clone(),
            client: client.label(),
            revision: client.revision,
            kind: arrival.kind,
            source: None,
            target: arrival.params.get_string(subject).unwrap_or_default(),
            arguments: Digest::UNKNOWN,
            request_bytes: arrival.bytes as u64,
        };
        let started = Instant::now();
        Self {
            journal,
            metrics,
            begun,
            started,
            written: false,
            closed: false,
        }
    }

    /// Fills in where the call leads.
    pub(crate) fn resolved(&mut self, source: &SourceName, target: &str) {
        self.begun.source = Some(source.clone());
        target.clone_into(&mut self.begun.target);
    }

    /// Fills in what it is called with.
    pub(crate) fn arguments(&mut self, canonical: &str) {
        self.begun.arguments = Digest::of(canonical);
    }

    /// The digest of the arguments.
    pub(crate) fn digest(&self) -> Digest {
        self.begun.arguments
    }

    /// Puts the beginning on file. Nothing may be asked of a source before this succeeded.
    pub(crate) fn begin(&mut self) -> Result<(), Refusal> {
        self.journal
            .begin(&self.begun)
            .map_err(|error| Refusal::Audit(error.to_string()))?;
        self.written = true;
        Ok(())
    }

    /// Completes the entry, before the reply is sent.
    pub(crate) fn close(&mut self, outcome: Outcome, reply_bytes: usize, detail: Option<String>) {
        if std::mem::replace(&mut self.closed, true) {
            return;
        }
        let elapsed = self.started.elapsed();
        let ended = CallEnded {
            id: self.begun.id,
            outcome,
            duration_micros: u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
            reply_bytes: reply_bytes as u64,
            detail,
        };
        let written = if self.written {
            Ok(())
        } else {
            self.journal.begin(&self.begun)
        };
        if let Err(error) = written.and_then(|()| self.journal.end(&ended)) {
            // The beginning is on file, or nothing was done: at the next start the call is
            // found and marked unknown.
            tracing::error!(call.id = %self.begun.id, %error, "The end of a call could not be written to the audit");
        }
        self.metrics.call(
            self.begun.source.as_ref(),
            &self.begun.target,
            outcome,
            elapsed,
        );
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.close(
            Outcome::Cancelled,
            0,
            Some("the client went away".to_owned()),
        );
    }
}
