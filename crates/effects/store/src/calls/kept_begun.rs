//! The beginning of a call, kept until the call is in the database.

use candor_model::{
    ApprovalId, CallBegun, CallId, CallKind, Digest, Hints, McpRevision, SourceName,
};

use crate::column_text::{DETAIL_MAX, NAME_MAX, TARGET_MAX, truncated};

/// The begin record of a call with its texts truncated to their stored length. One is made for
/// every call, so the texts share one allocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptBegun {
    pub(crate) id: CallId,
    pub(crate) at_micros: i64,
    pub(crate) revision: McpRevision,
    pub(crate) kind: CallKind,
    pub(crate) source: Option<SourceName>,
    pub(crate) arguments: Digest,
    pub(crate) request_bytes: u64,
    pub(crate) hints: Hints,
    pub(crate) approval: Option<ApprovalId>,
    /// The principal, the target, the client and the decision.
    texts: String,
    principal_end: usize,
    target_end: usize,
    client_end: usize,
    has_client: bool,
    has_decision: bool,
}

// === impl KeptBegun ===

impl KeptBegun {
    /// Copies the record.
    pub(crate) fn of(begun: &CallBegun) -> Self {
        let client = begun.client.as_deref();
        let decision = begun.decision.as_deref();
        let parts = [
            truncated(&begun.principal, NAME_MAX),
            truncated(&begun.target, TARGET_MAX),
            truncated(client.unwrap_or_default(), NAME_MAX),
            truncated(decision.unwrap_or_default(), DETAIL_MAX),
        ];
        let mut texts = String::with_capacity(parts.iter().map(|part| part.len()).sum());
        let [principal_end, target_end, client_end, _] = parts.map(|part| {
            texts.push_str(&part);
            texts.len()
        });
        Self {
            id: begun.id,
            at_micros: begun.at_micros,
            revision: begun.revision,
            kind: begun.kind,
            source: begun.source.clone(),
            arguments: begun.arguments,
            request_bytes: begun.request_bytes,
            hints: begun.hints,
            approval: begun.approval,
            texts,
            principal_end,
            target_end,
            client_end,
            has_client: client.is_some(),
            has_decision: decision.is_some(),
        }
    }

    pub(crate) fn principal(&self) -> &str {
        self.text(0, self.principal_end)
    }

    pub(crate) fn target(&self) -> &str {
        self.text(self.principal_end, self.target_end)
    }

    pub(crate) fn client(&self) -> Option<&str> {
        let client = self.text(self.target_end, self.client_end);
        self.has_client.then_some(client)
    }

    pub(crate) fn decision(&self) -> Option<&str> {
        let decision = self.text(self.client_end, self.texts.len());
        self.has_decision.then_some(decision)
    }

    fn text(&self, start: usize, end: usize) -> &str {
        self.texts.get(start..end).unwrap_or_default()
    }
}
