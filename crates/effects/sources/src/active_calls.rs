//! The calls that are open on one connection.
//!
//! A legacy server's requests and log messages often do not say which call they belong to. They are
//! given to a call only where there is no doubt about the client.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use candor_wire::RawJson;
use tokio::sync::Notify;

use crate::source::CallEvent;

/// How many events may wait for a call that is not polled.
const MAILBOX: usize = 256;

/// The open calls of one connection, by the id of their request.
#[derive(Debug, Default)]
pub(crate) struct ActiveCalls(Mutex<BTreeMap<u64, Arc<ActiveCall>>>);

/// One open call, as the rest of the connection sees it.
#[derive(Debug)]
pub(crate) struct ActiveCall {
    key: u64,
    capabilities: RawJson,
    mail: Mutex<VecDeque<CallEvent>>,
    arrived: Notify,
    /// The answer is here, so the server has nothing left to ask.
    answered: AtomicBool,
}

/// The call that is meant by a message that does not say.
#[derive(Debug)]
pub(crate) enum MessageOwner {
    /// No call is open.
    Nobody,
    /// All open calls are of one client; this is the latest.
    One(Arc<ActiveCall>),
    /// Calls of several clients are open.
    Several,
}

// === impl ActiveCalls ===

impl ActiveCalls {
    pub(crate) fn join(&self, id: u64, call: Arc<ActiveCall>) {
        self.lock().insert(id, call);
    }

    pub(crate) fn leave(&self, id: u64) {
        self.lock().remove(&id);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Whether no other client waits for an answer.
    pub(crate) fn are_all_of(&self, key: u64) -> bool {
        let open = self.lock();
        open.values()
            .all(|call| call.is_answered() || call.key == key)
    }

    /// The call that a notification belongs to.
    pub(crate) fn notification_owner(&self) -> MessageOwner {
        MessageOwner::among(self.lock().values())
    }

    /// The call that a request of the server belongs to.
    pub(crate) fn request_owner(&self) -> MessageOwner {
        MessageOwner::among(self.lock().values().filter(|call| !call.is_answered()))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Arc<ActiveCall>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl MessageOwner ===

impl MessageOwner {
    /// Decides among calls, the latest last.
    fn among<'a>(open: impl DoubleEndedIterator<Item = &'a Arc<ActiveCall>>) -> Self {
        let mut open = open.rev();
        let Some(latest) = open.next() else {
            return Self::Nobody;
        };
        if open.all(|call| call.key == latest.key) {
            Self::One(Arc::clone(latest))
        } else {
            Self::Several
        }
    }
}

// === impl ActiveCall ===

impl ActiveCall {
    pub(crate) fn new(key: u64, capabilities: RawJson) -> Arc<Self> {
        Arc::new(Self {
            key,
            capabilities,
            mail: Mutex::default(),
            arrived: Notify::new(),
            answered: AtomicBool::new(false),
        })
    }

    /// What the client behind it can do.
    pub(crate) fn capabilities(&self) -> &RawJson {
        &self.capabilities
    }

    /// From now on it gets notifications only.
    pub(crate) fn set_answered(&self) {
        self.answered.store(true, Ordering::Release);
    }

    fn is_answered(&self) -> bool {
        self.answered.load(Ordering::Acquire)
    }

    /// Queues an event, unless too many are waiting already.
    pub(crate) fn put(&self, event: CallEvent) -> Result<(), CallEvent> {
        let mut mail = self.mail.lock().unwrap_or_else(PoisonError::into_inner);
        if mail.len() >= MAILBOX {
            return Err(event);
        }
        mail.push_back(event);
        drop(mail);
        self.arrived.notify_one();
        Ok(())
    }

    /// The next event, if one is waiting.
    pub(crate) fn take(&self) -> Option<CallEvent> {
        self.mail
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop_front()
    }

    /// Waits for an event. Cancel-safe: a notification without a listener is kept.
    pub(crate) async fn next(&self) -> CallEvent {
        loop {
            if let Some(event) = self.take() {
                return event;
            }
            self.arrived.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use candor_wire::JsonRpcNotification;

    use super::*;

    fn call(key: u64) -> Arc<ActiveCall> {
        ActiveCall::new(key, RawJson::number(0))
    }

    fn notification() -> CallEvent {
        CallEvent::Notification(JsonRpcNotification {
            method: "x".into(),
            params: None,
        })
    }

    #[test]
    fn a_message_belongs_to_the_latest_call_of_the_only_client() {
        let calls = ActiveCalls::default();
        assert!(matches!(calls.notification_owner(), MessageOwner::Nobody));
        let latest = call(1);
        calls.join(9, Arc::clone(&latest));
        calls.join(3, call(1));
        assert!(
            matches!(calls.notification_owner(), MessageOwner::One(one) if Arc::ptr_eq(&one, &latest))
        );
        calls.join(4, call(2));
        assert!(matches!(calls.notification_owner(), MessageOwner::Several));
        calls.leave(4);
        assert!(matches!(calls.notification_owner(), MessageOwner::One(_)));
        latest.set_answered();
        assert!(
            matches!(calls.notification_owner(), MessageOwner::One(one) if Arc::ptr_eq(&one, &latest))
        );
        let question = calls.request_owner();
        assert!(matches!(question, MessageOwner::One(one) if !Arc::ptr_eq(&one, &latest)));
    }

    #[tokio::test]
    async fn mail_waits_up_to_a_bound() {
        let call = call(1);
        for _ in 0..MAILBOX {
            call.put(notification()).expect("room");
        }
        assert!(call.put(notification()).is_err());
        for _ in 0..MAILBOX {
            call.next().await;
        }
        assert!(call.take().is_none());
    }
}
