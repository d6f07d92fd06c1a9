//! The audit entry of one arrival. It is completed however the arrival ends, even if everything
//! else about it is dropped.

use std::sync::Arc;
use std::time::Instant;

use candor_model::{
    Approval, ApprovalId, CallBegun, CallEnded, CallId, CallKind, CallOutcome, Digest, Hints,
    McpRevision, ResultReuse, SourceName,
};
use candor_store::Journal;

use crate::call::call_target::subject_key;
use crate::call::completion_reference;
use crate::call::incoming::IncomingCall;
use crate::call::refusal::CallRefusal;
use crate::catalogue::CatalogueTool;
use crate::clock::now_micros;
use crate::metrics::Metrics;

/// The maximum number of remarks recorded for one call.
const MOST_REMARKS: usize = 4;

/// The detail recorded if the client does not wait for the end of the call.
const CLIENT_GONE: &str = "the client went away";

/// An open audit entry.
pub(crate) struct AuditEntry {
    journal: Arc<Journal>,
    metrics: Arc<Metrics>,
    begun: CallBegun,
    started: Instant,
    /// How often the source was asked.
    attempts: u32,
    reused: Option<ResultReuse>,
    /// The tool that is called, if it is a tool.
    tool: Option<Arc<CatalogueTool>>,
    /// Events during the call: what the tool attempted contrary to its annotations, and what
    /// prevented it.
    remarks: Vec<String>,
    /// The detail recorded if the call is dropped.
    if_dropped: &'static str,
    /// Whether the beginning is in the journal.
    written: bool,
    closed: bool,
}

// === impl AuditEntry ===

impl AuditEntry {
    /// Opens the entry in memory; [`Self::begin`] writes it to the journal. Boxed, because it is
    /// handed from step to step.
    pub(crate) fn open(
        journal: Arc<Journal>,
        metrics: Arc<Metrics>,
        arrival: &IncomingCall,
    ) -> Box<Self> {
        let client = &arrival.client;
        let target = match arrival.kind {
            CallKind::Completion => completion_reference::named_in(&arrival.params),
            CallKind::Extension => arrival.extension.as_deref().unwrap_or_default().to_owned(),
            kind => {
                let named = arrival.params.get_string(subject_key(kind));
                named.unwrap_or_default()
            }
        };
        let begun = CallBegun {
            id: CallId::fresh(),
            at_micros: now_micros(),
            principal: client.principal().to_owned(),
            client: client.label(),
            revision: client.revision,
            kind: arrival.kind,
            source: None,
            target,
            arguments: Digest::UNKNOWN,
            request_bytes: arrival.bytes as u64,
            hints: Hints::UNSET,
            decision: None,
            approval: None,
        };
        let started = Instant::now();
        Box::new(Self {
            journal,
            metrics,
            begun,
            started,
            attempts: 0,
            reused: None,
            tool: None,
            remarks: Vec::new(),
            if_dropped: CLIENT_GONE,
            written: false,
            closed: false,
        })
    }

    /// The size of the request in bytes.
    pub(crate) fn request_bytes(&self) -> usize {
        usize::try_from(self.begun.request_bytes).unwrap_or(usize::MAX)
    }

    /// Sets the source and the target of the call.
    pub(crate) fn resolved(&mut self, source: &SourceName, target: &str) {
        self.begun.source = Some(source.clone());
        target.clone_into(&mut self.begun.target);
    }

    /// Sets the tool that is called.
    pub(crate) fn resolved_tool(&mut self, tool: &Arc<CatalogueTool>) {
        self.resolved(tool.name.source(), tool.name.own());
        self.tool = Some(Arc::clone(tool));
    }

    /// Sets the digest of the arguments.
    pub(crate) fn arguments(&mut self, canonical: &str) {
        self.begun.arguments = Digest::of(canonical);
    }

    /// Sets the hints that were relied on, and the reason for the decision.
    pub(crate) fn decided(&mut self, hints: Hints, because: String) {
        self.begun.hints = hints;
        self.begun.decision = Some(because);
    }

    /// Records who approved the call.
    pub(crate) fn agreed(&mut self, approval: &Approval) {
        let Some(verdict) = &approval.verdict else {
            return;
        };
        let by = &verdict.author;
        let why = by.why.as_deref().map(|why| format!(": {why}"));
        self.begun.decision = Some(format!(
            "approved by {} ({}){}; asked because {}",
            by.name,
            by.channel.as_str(),
            why.unwrap_or_default(),
            approval.because
        ));
    }

    /// Sets the approval that the call depends on.
    pub(crate) fn on_approval(&mut self, id: ApprovalId) {
        self.begun.approval = Some(id);
    }

    /// Records that the call waits for approval while its client is connected.
    pub(crate) fn waits_for_a_person(&mut self) {
        self.if_dropped = "the client went away before the call was decided";
    }

    /// Records that the wait for approval is over.
    pub(crate) fn waits_no_more(&mut self) {
        self.if_dropped = CLIENT_GONE;
    }

    /// Counts another request to the source.
    pub(crate) fn attempt(&mut self) {
        self.attempts += 1;
    }

    /// Sets the number of attempts that the source itself counted.
    pub(crate) fn tried(&mut self, count: u32) {
        self.attempts = self.attempts.max(count);
    }

    /// How often the source was asked so far.
    pub(crate) fn attempts(&self) -> u32 {
        self.attempts
    }

    /// Records that the answer came from the cache or from another call.
    pub(crate) fn reuse(&mut self, reused: ResultReuse) {
        self.reused = Some(reused);
    }

    /// Records an event. Only the first few are kept.
    pub(crate) fn remark(&mut self, sentence: String) {
        if self.remarks.len() < MOST_REMARKS {
            self.remarks.push(sentence);
        }
    }

    /// The kind of the call, and the client's revision.
    pub(crate) fn asked_for(&self) -> (CallKind, McpRevision) {
        (self.begun.kind, self.begun.revision)
    }

    /// The id of the call.
    pub(crate) fn id(&self) -> CallId {
        self.begun.id
    }

    /// The digest of the arguments.
    pub(crate) fn digest(&self) -> Digest {
        self.begun.arguments
    }

    /// Writes the beginning to the journal. No source may be asked before this has succeeded.
    pub(crate) fn begin(&mut self) -> Result<(), CallRefusal> {
        self.journal
            .begin(&self.begun)
            .map_err(|error| CallRefusal::Audit(error.to_string()))?;
        self.written = true;
        Ok(())
    }

    /// Completes the entry, before the reply is sent.
    pub(crate) fn close(
        &mut self,
        outcome: CallOutcome,
        reply_bytes: usize,
        detail: Option<String>,
    ) {
        if std::mem::replace(&mut self.closed, true) {
            return;
        }
        let elapsed = self.started.elapsed();
        let ended = CallEnded {
            id: self.begun.id,
            outcome,
            duration_micros: u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX),
            reply_bytes: reply_bytes as u64,
            detail: self.with_remarks(detail),
            attempts: self.attempts,
            reused: self.reused,
        };
        let written = if self.written {
            Ok(())
        } else {
            self.journal.begin(&self.begun)
        };
        if let Err(error) = written.and_then(|()| self.journal.end(&ended)) {
            // Either the beginning is in the journal, or nothing was done: at the next start the
            // call is found and marked unknown.
            tracing::error!(call.id = %self.begun.id, %error, "The end of a call could not be written to the audit");
        }
        let (metrics, begun) = (&self.metrics, &self.begun);
        match &self.tool {
            Some(tool) => tool.metrics.call(metrics, &tool.name, outcome, elapsed),
            None => metrics.call(begun.source.as_ref(), &begun.target, outcome, elapsed),
        }
    }
}

impl AuditEntry {
    /// The detail of the end, followed by the remarks.
    fn with_remarks(&self, detail: Option<String>) -> Option<String> {
        if self.remarks.is_empty() {
            return detail;
        }
        let remarks = self.remarks.join("; ");
        Some(match detail {
            Some(detail) => format!("{detail}; {remarks}"),
            None => remarks,
        })
    }
}

impl Drop for AuditEntry {
    fn drop(&mut self) {
        self.close(CallOutcome::Cancelled, 0, Some(self.if_dropped.to_owned()));
    }
}
