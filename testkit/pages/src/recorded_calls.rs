//! Calls in the audit log.

use candor_model::{
    ApprovalId, CallId, CallKind, CallOutcome, Digest, Hint, Hints, McpRevision, SourceName,
};
use candor_store::RecordedCall;

use crate::PageWorld;

/// A successful call of `shop.delete_book`.
pub fn recorded_call(at_micros: i64) -> RecordedCall {
    RecordedCall {
        id: CallId::fresh(),
        at_micros,
        principal: "ann".to_owned(),
        client: Some("Desk 1.0".to_owned()),
        revision: McpRevision::V2025_11_25,
        kind: CallKind::Tool,
        source: SourceName::parse("shop").ok(),
        target: "delete_book".to_owned(),
        arguments: Digest::of("{}").to_string(),
        request_bytes: 120,
        hints: Hints::UNSET.with(Hint::Destructive, true),
        decision: Some("destructive: true, declared by source `shop`".to_owned()),
        approval: Some(ApprovalId::fresh()),
        outcome: CallOutcome::Ok,
        duration_micros: 12_345,
        reply_bytes: 40_000,
        detail: None,
        attempts: 1,
        reused: None,
    }
}

// === impl PageWorld ===

impl PageWorld {
    /// Writes calls to the audit log.
    pub async fn record(&self, calls: &[RecordedCall]) {
        let recorded = self.store.record(calls).await;
        assert_eq!(recorded.expect("room"), calls.len() as u64);
    }
}
