//! The open requests of a client, so that it can cancel them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use candor_wire::{RawJson, RawObject, RequestId};
use tokio_util::sync::CancellationToken;

/// All open requests of one session or one process. A client that uses an id twice at the same time
/// gets both answers, and cancels both.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenRequests(Arc<Mutex<RequestTable>>);

#[derive(Debug, Default)]
struct RequestTable {
    next: u64,
    calls: Vec<(u64, RequestId, CancellationToken)>,
    last_end: Option<Instant>,
}

/// One open request, which is closed when this is dropped.
#[derive(Debug)]
pub(crate) struct RequestTicket {
    serial: u64,
    token: CancellationToken,
    calls: OpenRequests,
}

// === impl OpenRequests ===

impl OpenRequests {
    /// Registers a request.
    pub(crate) fn begin(&self, id: &RequestId) -> RequestTicket {
        let token = CancellationToken::new();
        let mut open = self.lock();
        let serial = open.next;
        open.next += 1;
        open.calls.push((serial, id.clone(), token.clone()));
        drop(open);
        RequestTicket {
            serial,
            token,
            calls: self.clone(),
        }
    }

    /// Handles `notifications/cancelled`. Unknown and late ids are ignored.
    pub(crate) fn cancel(&self, params: Option<&RawJson>) {
        let id = params
            .and_then(|params| RawObject::parse(params).ok())
            .and_then(|params| params.get("requestId").cloned())
            .and_then(RequestId::from_json);
        let Some(id) = id else { return };
        for (_, _, token) in self.lock().calls.iter().filter(|(_, open, _)| *open == id) {
            token.cancel();
        }
    }

    /// Cancels all open requests.
    pub(crate) fn cancel_all(&self) {
        for (_, _, token) in &self.lock().calls {
            token.cancel();
        }
    }

    /// When the client last had an open request: now, if it still has one.
    pub(crate) fn last_open(&self, now: Instant) -> Option<Instant> {
        let open = self.lock();
        if open.calls.is_empty() {
            open.last_end
        } else {
            Some(now)
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, RequestTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl RequestTicket ===

impl RequestTicket {
    /// Cancelled when the client cancels the request.
    pub(crate) fn token(&self) -> &CancellationToken {
        &self.token
    }
}

impl Drop for RequestTicket {
    fn drop(&mut self) {
        let mut open = self.calls.lock();
        if let Some(at) = open
            .calls
            .iter()
            .position(|(serial, _, _)| *serial == self.serial)
        {
            open.calls.swap_remove(at);
            open.last_end = Some(Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cancel(calls: &OpenRequests, params: &'static str) {
        calls.cancel(Some(&RawJson::parse(params).expect("JSON")));
    }

    #[test]
    fn only_the_named_request_is_cancelled() {
        let calls = OpenRequests::default();
        let one = calls.begin(&RequestId::number(1));
        let text = calls.begin(&RequestId::from_json(RawJson::string("1")).expect("an id"));
        cancel(&calls, r#"{"requestId":2}"#);
        cancel(&calls, "{}");
        calls.cancel(None);
        assert!(!one.token().is_cancelled() && !text.token().is_cancelled());
        cancel(&calls, r#"{"requestId":"1","reason":"late"}"#);
        assert!(!one.token().is_cancelled() && text.token().is_cancelled());
    }

    #[test]
    fn a_finished_request_is_forgotten_and_its_twin_is_not() {
        let calls = OpenRequests::default();
        let now = Instant::now();
        assert_eq!(calls.last_open(now), None);
        let first = calls.begin(&RequestId::number(1));
        let twin = calls.begin(&RequestId::number(1));
        drop(first);
        assert_eq!(calls.last_open(now), Some(now));
        cancel(&calls, r#"{"requestId":1}"#);
        assert!(twin.token().is_cancelled());
        drop(twin);
        assert!(calls.last_open(now).is_some_and(|end| end > now));
    }
}
