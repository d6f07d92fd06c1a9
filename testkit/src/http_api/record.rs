//! The received requests.

use std::collections::VecDeque;
use std::sync::Mutex;

use tokio::sync::watch;

use super::request::ReceivedRequest;
use crate::server::lock;

/// The maximum number of stored requests, and of their bytes; older ones are dropped.
const KEPT: usize = 4096;
const KEPT_BYTES: usize = 64 * 1024 * 1024;
/// The maximum number of stored reasons for invalid requests.
const KEPT_REASONS: usize = 100;

/// The requests since the start, or since they were cleared.
#[derive(Debug, Default)]
pub(super) struct RequestRecord {
    kept: Mutex<RecordedRequests>,
    arrived: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct RecordedRequests {
    requests: VecDeque<ReceivedRequest>,
    bytes: usize,
    malformed: Vec<String>,
}

// === impl RequestRecord ===

impl RequestRecord {
    pub(super) fn add(&self, request: ReceivedRequest) {
        lock(&self.kept).push(request);
        self.arrived.send_modify(|count| *count += 1);
    }

    pub(super) fn add_malformed(&self, reason: String) {
        let malformed = &mut lock(&self.kept).malformed;
        if malformed.len() < KEPT_REASONS {
            malformed.push(reason);
        }
    }

    pub(super) fn requests(&self) -> Vec<ReceivedRequest> {
        lock(&self.kept).requests.iter().cloned().collect()
    }

    pub(super) fn malformed(&self) -> Vec<String> {
        lock(&self.kept).malformed.clone()
    }

    pub(super) fn clear(&self) {
        *lock(&self.kept) = RecordedRequests::default();
        self.arrived.send_replace(0);
    }

    /// Waits until `count` requests have arrived.
    pub(super) async fn until(&self, count: usize) {
        let mut arrived = self.arrived.subscribe();
        // It fails only when the sender is gone, which lives as long as `self`.
        arrived.wait_for(|seen| *seen >= count).await.ok();
    }
}

// === impl RecordedRequests ===

impl RecordedRequests {
    fn push(&mut self, request: ReceivedRequest) {
        self.bytes += size(&request);
        self.requests.push_back(request);
        while self.requests.len() > KEPT || self.bytes > KEPT_BYTES {
            let Some(oldest) = self.requests.pop_front() else {
                return;
            };
            self.bytes -= size(&oldest);
        }
    }
}

fn size(request: &ReceivedRequest) -> usize {
    request.head.len() + request.body.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_last_requests_are_kept() {
        let record = RequestRecord::default();
        for number in 0..KEPT + 3 {
            record.add(ReceivedRequest {
                target: number.to_string(),
                head: vec![0],
                ..ReceivedRequest::default()
            });
        }
        record.until(KEPT + 3).await;
        let requests = record.requests();
        assert_eq!((requests.len(), &*requests[0].target), (KEPT, "3"));
        record.add(ReceivedRequest {
            body: vec![0; KEPT_BYTES],
            ..ReceivedRequest::default()
        });
        assert_eq!(record.requests().len(), 1);
        record.clear();
        assert!(record.requests().is_empty());
    }
}
