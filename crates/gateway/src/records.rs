//! Read access to recorded data: calls, changes, pinned definitions and approvals.
//!
//! Faces get a [`RecordReader`] and never the store, so that every write goes through the
//! [`Editor`](crate::Editor) or the [`ApprovalService`](crate::ApprovalService).

use std::pin::Pin;

use candor_model::{Approval, ApprovalId, CallId, DefinitionPin, QualifiedName, SourceName};
use candor_store::Store;
pub use candor_store::{
    ApprovalFilter, ApprovalPage, CallCount, CallFilter, CallPage, CallSample, ChangeFilter,
    ChangePage, JournalProgress, PAGE_MAX, RecordedCall, StoreError, ToolDemand, ToolsetVersion,
};

/// A pending read. Boxed, so that callers do not compile the query behind it.
pub type PendingRead<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Reads records. It has no way to write any.
///
/// ```compile_fail
/// # async fn try_to_write(gateway: &candor_gateway::Gateway) {
/// gateway.store().prune_calls(0).await;
/// # }
/// ```
#[derive(Clone)]
pub struct RecordReader {
    store: Store,
}

// === impl RecordReader ===

impl RecordReader {
    /// Creates a reader of this store.
    pub fn new(store: Store) -> Self {
        Self { store }
    }

    /// Checks that the database responds.
    pub fn check(&self) -> PendingRead<'_, ()> {
        Box::pin(self.store.check())
    }

    /// A page of finished calls, newest first, starting after `before`.
    pub fn calls_page<'a>(
        &'a self,
        filter: &'a CallFilter,
        before: Option<CallId>,
        limit: usize,
    ) -> PendingRead<'a, CallPage> {
        Box::pin(self.store.calls_page(filter, before, limit))
    }

    /// The number of calls per step of a time span, by outcome.
    pub fn call_counts(
        &self,
        since_micros: i64,
        step_micros: i64,
        until_micros: i64,
    ) -> PendingRead<'_, Vec<CallCount>> {
        Box::pin(
            self.store
                .call_counts(since_micros, step_micros, until_micros),
        )
    }

    /// Samples of the newest calls of a source, at most `limit` and none older than `since_micros`.
    pub fn newest_calls<'a>(
        &'a self,
        source: &'a SourceName,
        since_micros: i64,
        limit: usize,
    ) -> PendingRead<'a, Vec<CallSample>> {
        Box::pin(self.store.newest_calls(source, since_micros, limit))
    }

    /// A page of the history of changes, newest first.
    pub fn changes<'a>(&'a self, filter: &'a ChangeFilter) -> PendingRead<'a, ChangePage> {
        Box::pin(self.store.changes(filter))
    }

    /// All pinned definitions.
    pub fn pins(&self) -> PendingRead<'_, Vec<DefinitionPin>> {
        Box::pin(self.store.pins())
    }

    /// The pinned definition of one tool.
    pub fn pin<'a>(&'a self, name: &'a QualifiedName) -> PendingRead<'a, Option<DefinitionPin>> {
        Box::pin(self.store.pin(name))
    }

    /// Reads one approval.
    pub fn approval(&self, id: ApprovalId) -> PendingRead<'_, Option<Approval>> {
        Box::pin(self.store.approval(id))
    }

    /// A page of approvals, newest first, starting after `before`.
    pub fn approvals<'a>(
        &'a self,
        filter: &'a ApprovalFilter,
        before: Option<ApprovalId>,
        limit: usize,
    ) -> PendingRead<'a, ApprovalPage> {
        Box::pin(self.store.approvals(filter, before, limit))
    }

    /// The number of pending approvals.
    pub fn pending_count(&self) -> PendingRead<'_, u64> {
        Box::pin(self.store.pending_count())
    }

    /// The revision of the approval ledger: a counter that every change to it increments.
    pub fn ledger_revision(&self) -> PendingRead<'_, u64> {
        Box::pin(self.store.ledger_revision())
    }
}
