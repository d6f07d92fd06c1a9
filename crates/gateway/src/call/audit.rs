//! The audit entry of one arrival. However the arrival ends, and even if everything about it is
//! dropped, the entry is completed.

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

/// How many remarks about one call are written down.
const MOST_REMARKS: usize = 4;

/// What is said of a call whose client does not wait for its end.
const CLIENT_GONE: &str = "the client went away";

/// An open entry.
pub(crate) struct AuditEntry {
    journal: Arc<Journal>,
    metrics: Arc<Metrics>,
    begun: CallBegun,
    started: Instant,
    /// How often the source was asked.
    attempts: u32,
    reused: Option<ResultReuse>,
    /// What is called, where it is a tool.
    tool: Option<Arc<CatalogueTool>>,
    /// What happened on the way: what the tool tried although it says that it does not, and what
    /// stopped it.
    remarks: Vec<String>,
    /// What is said of the call if everything about it is dropped.
    if_dropped: &'static str,
    /// Whether the beginning is on file.
    written: bool,
    closed: bool,
}

// === impl AuditEntry ===

impl AuditEntry {
    /// Opens the entry in memory; [`Entry::begin`] puts it on file.
    pub(crate) fn open(
        journal: Arc<Journal>,
        metrics: Arc<Metrics>,
        arrival: &IncomingCall,
    ) -> Self {
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
        Self {
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
        }
    }

    /// The size of the request.
    pub(crate) fn request_bytes(&self) -> usize {
        usize::try_from(self.begun.request_bytes).unwrap_or(usize::MAX)
    }

    /// Fills in where the call leads.
    pub(crate) fn resolved(&mut self, source: &SourceName, target: &str) {
        self.begun.source = Some(source.clone());
        target.clone_into(&mut self.begun.target);
    }

    /// Fills in the tool that is called.
    pub(crate) fn resolved_tool(&mut self, tool: &Arc<CatalogueTool>) {
        self.resolved(tool.name.source(), tool.name.own());
        self.tool = Some(Arc::clone(tool));
    }

    /// Fills in what it is called with.
    pub(crate) fn arguments(&mut self, canonical: &str) {
        self.begun.arguments = Digest::of(canonical);
    }

    /// Fills in what was relied upon, and why the call is made or not.
    pub(crate) fn decided(&mut self, hints: Hints, because: String) {
        self.begun.hints = hints;
        self.begun.decision = Some(because);
    }

    /// Fills in who agreed.
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

    /// Fills in the question to a person that it is made on.
    pub(crate) fn on_approval(&mut self, id: ApprovalId) {
        self.begun.approval = Some(id);
    }

    /// A person is asked about the call while its client waits.
    pub(crate) fn waits_for_a_person(&mut self) {
        self.if_dropped = "the client went away before the call was decided";
    }

    /// The person has decided, or will not.
    pub(crate) fn waits_no_more(&mut self) {
        self.if_dropped = CLIENT_GONE;
    }

    /// The source is asked once more.
    pub(crate) fn attempt(&mut self) {
        self.attempts += 1;
    }

    /// What the source called for this was asked so often.
    pub(crate) fn tried(&mut self, count: u32) {
        self.attempts = self.attempts.max(count);
    }

    /// How often the source was asked so far.
    pub(crate) fn attempts(&self) -> u32 {
        self.attempts
    }

    /// The answer was there already.
    pub(crate) fn reuse(&mut self, reused: ResultReuse) {
        self.reused = Some(reused);
    }

    /// Something happened that is to be remembered. The first few tell enough.
    pub(crate) fn remark(&mut self, sentence: String) {
        if self.remarks.len() < MOST_REMARKS {
            self.remarks.push(sentence);
        }
    }

    /// What was asked for, and by a client of which revision.
    pub(crate) fn asked_for(&self) -> (CallKind, McpRevision) {
        (self.begun.kind, self.begun.revision)
    }

    /// Which call it is about.
    pub(crate) fn id(&self) -> CallId {
        self.begun.id
    }

    /// The digest of the arguments.
    pub(crate) fn digest(&self) -> Digest {
        self.begun.arguments
    }

    /// Puts the beginning on file. Nothing may be asked of a source before this succeeded.
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
            // The beginning is on file, or nothing was done: at the next start the call is
            // found and marked unknown.
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
    /// What is to be said of the end, with what happened on the way.
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
