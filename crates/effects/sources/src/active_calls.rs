//! The calls that are open on one connection.
//!
//! A legacy server's requests and log messages often do not say which call they belong to. They are
//! given to a call only where there is no doubt about the client.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use candor_model::RefusedCall;
use candor_wire::RawJson;
use tokio::sync::Notify;

use crate::source::CallEvent;

/// How many events may wait for a call that is not polled.
const MAILBOX: usize = 256;
/// How many calls are remembered that have ended.
const REMEMBERED: usize = 64;
/// How long after a call something may still have to do with it.
const AFTERMATH: Duration = Duration::from_secs(3);

/// The open calls of one connection, by the id of their request.
#[derive(Debug, Default)]
pub(crate) struct ActiveCalls(Mutex<CallTable>);

#[derive(Debug, Default)]
struct CallTable {
    open: BTreeMap<u64, Arc<ActiveCall>>,
    /// The last ones that have ended, the latest last, as far as they are calls of clients.
    ended: VecDeque<EndedCall>,
}

#[derive(Debug)]
struct EndedCall {
    call: RefusedCall,
    began: Instant,
    ended: Instant,
}

/// The calls that something may have to do with that happened at some moment.
#[derive(Debug, Default)]
pub(crate) struct CallsAround {
    /// Those that are open still.
    pub(crate) open: Vec<Arc<ActiveCall>>,
    /// Those that were running then.
    pub(crate) running: Vec<RefusedCall>,
    /// Those that had ended shortly before, if none was running.
    pub(crate) ended: Vec<RefusedCall>,
}

/// One open call, as the rest of the connection sees it.
#[derive(Debug)]
pub(crate) struct ActiveCall {
    key: u64,
    capabilities: RawJson,
    /// Which call of a client it is.
    call: Option<RefusedCall>,
    began: Instant,
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
        self.lock().open.insert(id, call);
    }

    pub(crate) fn leave(&self, id: u64) {
        let mut table = self.lock();
        let Some(left) = table.open.remove(&id) else {
            return;
        };
        let Some(call) = left.call.clone() else {
            return;
        };
        if table.ended.len() >= REMEMBERED {
            table.ended.pop_front();
        }
        table.ended.push_back(EndedCall {
            call,
            began: left.began,
            ended: Instant::now(),
        });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lock().open.is_empty()
    }

    /// The calls that something may have to do with that happened at this moment.
    pub(crate) fn around(&self, at: Instant) -> CallsAround {
        let table = self.lock();
        let open = table.open.values().filter(|call| call.began <= at);
        let mut around = CallsAround {
            open: open.cloned().collect(),
            ..CallsAround::default()
        };
        let running = around.open.iter().filter_map(|call| call.call.clone());
        around.running = running.collect();
        let was_running = |one: &&EndedCall| one.began <= at && at <= one.ended;
        let gone = table.ended.iter().filter(was_running);
        around.running.extend(gone.map(|one| one.call.clone()));
        if around.running.is_empty() {
            let recent = |one: &&EndedCall| {
                one.ended <= at && at.saturating_duration_since(one.ended) <= AFTERMATH
            };
            let recent = table.ended.iter().filter(recent);
            around.ended = recent.map(|one| one.call.clone()).collect();
        }
        around
    }

    /// Whether no other client waits for an answer.
    pub(crate) fn are_all_of(&self, key: u64) -> bool {
        let table = self.lock();
        table
            .open
            .values()
            .all(|call| call.is_answered() || call.key == key)
    }

    /// The call that a notification belongs to.
    pub(crate) fn notification_owner(&self) -> MessageOwner {
        MessageOwner::among(self.lock().open.values())
    }

    /// The call that a request of the server belongs to.
    pub(crate) fn request_owner(&self) -> MessageOwner {
        let table = self.lock();
        MessageOwner::among(table.open.values().filter(|call| !call.is_answered()))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, CallTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl CallsAround ===

impl CallsAround {
    /// The calls, whether they were running or had ended.
    pub(crate) fn calls(&self) -> impl Iterator<Item = &RefusedCall> {
        self.running.iter().chain(&self.ended)
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
    pub(crate) fn new(key: u64, capabilities: RawJson, call: Option<RefusedCall>) -> Arc<Self> {
        Arc::new(Self {
            key,
            capabilities,
            call,
            began: Instant::now(),
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

    /// Whether an event is waiting.
    pub(crate) fn has_mail(&self) -> bool {
        let mail = self.mail.lock().unwrap_or_else(PoisonError::into_inner);
        !mail.is_empty()
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
        ActiveCall::new(key, RawJson::number(0), None)
    }

    fn named(name: &str) -> Arc<ActiveCall> {
        let id = candor_model::CallId::fresh();
        let name = name.into();
        ActiveCall::new(1, RawJson::number(0), Some(RefusedCall { id, name }))
    }

    fn names(calls: &[RefusedCall]) -> Vec<&str> {
        calls.iter().map(|call| &*call.name).collect()
    }

    #[test]
    fn an_event_belongs_to_the_calls_that_were_running_then() {
        let calls = ActiveCalls::default();
        let before = Instant::now();
        calls.join(1, named("read"));
        calls.join(2, named("list"));
        let during = Instant::now();
        calls.leave(1);
        let later = Instant::now();
        assert!(calls.around(before).calls().next().is_none());
        let around = calls.around(during);
        assert_eq!(names(&around.running), ["list", "read"]);
        assert_eq!(around.open.len(), 1);
        assert_eq!(names(&calls.around(later).running), ["list"]);
        calls.leave(2);
        let around = calls.around(Instant::now());
        assert!(around.running.is_empty());
        assert_eq!(names(&around.ended), ["read", "list"]);
        let long_after = Instant::now() + AFTERMATH + Duration::from_secs(1);
        assert!(calls.around(long_after).calls().next().is_none());
    }

    #[test]
    fn few_calls_are_remembered() {
        let calls = ActiveCalls::default();
        for id in 0..500 {
            calls.join(id, named("read"));
            calls.leave(id);
        }
        assert_eq!(calls.lock().ended.len(), REMEMBERED);
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
