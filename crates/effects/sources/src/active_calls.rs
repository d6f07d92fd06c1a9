//! The open calls of one connection.
//!
//! A legacy server's requests and log messages often do not say which call they belong to. They are
//! assigned to a call only if the client is certain.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use candor_model::RefusedCall;
use candor_wire::{JsonRpcRequest, RawJson, RequestId};
use tokio::sync::Notify;

use crate::source::CallEvent;
use crate::waiting_questions::{PossibleAsker, WaitingQuestions};

/// How many events are queued for a call that is not polled.
const MAILBOX: usize = 256;
/// How many ended calls are remembered.
const REMEMBERED: usize = 64;
/// How long after a call an event may still be related to it.
const AFTERMATH: Duration = Duration::from_secs(3);
/// How long after a call was given up one of its questions may still arrive.
const LATE_QUESTION: Duration = Duration::from_secs(1);

/// The open calls of one connection, by the id of their request.
#[derive(Debug, Default)]
pub(crate) struct ActiveCalls {
    table: Mutex<CallTable>,
    /// Signals changes that may settle a waiting question.
    moved: Notify,
}

#[derive(Debug, Default)]
struct CallTable {
    open: BTreeMap<u64, Arc<ActiveCall>>,
    /// The most recently ended calls of clients, the latest last.
    ended: VecDeque<EndedCall>,
    /// The most recently ended calls without an answer, the latest last.
    given_up: VecDeque<GivenUpCall>,
    waiting: WaitingQuestions,
    /// Whether a task watches the waiting questions.
    is_watched: bool,
}

#[derive(Debug)]
struct GivenUpCall {
    id: u64,
    key: u64,
    ended: Instant,
}

/// The result of queueing a question.
#[derive(Debug)]
pub(crate) enum QuestionStay {
    /// The question waits, and a task must be started to watch it.
    Unwatched,
    /// The question waits, and a task is already watching.
    Watched,
    /// Too many questions are waiting.
    NoRoom(JsonRpcRequest),
}

/// The questions that no longer wait, and the deadline of the others.
#[derive(Debug)]
pub(crate) struct SettledQuestions {
    /// Each with the call whose client is asked; `None` if it is refused.
    pub(crate) settled: Vec<(JsonRpcRequest, Option<Arc<ActiveCall>>)>,
    /// `None` if no question waits any more, in which case the watch ends.
    pub(crate) deadline: Option<Instant>,
}

#[derive(Debug)]
struct EndedCall {
    call: RefusedCall,
    began: Instant,
    ended: Instant,
}

/// The calls that may be related to an event at some moment.
#[derive(Debug, Default)]
pub(crate) struct CallsAround {
    /// Calls that are still open.
    pub(crate) open: Vec<Arc<ActiveCall>>,
    /// Calls that were running at that moment.
    pub(crate) running: Vec<RefusedCall>,
    /// Calls that had ended shortly before, if none was running.
    pub(crate) ended: Vec<RefusedCall>,
}

/// One open call, as the rest of the connection sees it.
#[derive(Debug)]
pub(crate) struct ActiveCall {
    key: u64,
    capabilities: RawJson,
    /// The identity of a client's call.
    call: Option<RefusedCall>,
    began: Instant,
    mail: Mutex<VecDeque<CallEvent>>,
    arrived: Notify,
    /// Whether the answer was received, so that the server has no further questions.
    answered: AtomicBool,
}

/// The call that a message without an id of one refers to.
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
        if !left.is_answered() {
            table.give_up(id, left.key);
        }
        if !table.waiting.is_empty() {
            table.rule_out(id, left.is_answered());
            self.moved.notify_one();
        }
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

    /// The calls that may be related to an event at this moment.
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

    /// Whether no other client waits for an answer, or has just given up.
    pub(crate) fn are_all_of(&self, key: u64) -> bool {
        let table = self.lock();
        let mut open = table.open.values();
        open.all(|call| call.is_answered() || call.key == key)
            && !table.was_given_up_by_others(key, Instant::now())
    }

    /// The call that a notification belongs to.
    pub(crate) fn notification_owner(&self) -> MessageOwner {
        MessageOwner::among(self.lock().open.values())
    }

    /// The call that a request of the server belongs to.
    pub(crate) fn request_owner(&self) -> MessageOwner {
        let table = self.lock();
        match MessageOwner::among(table.open.values().filter(|call| !call.is_answered())) {
            MessageOwner::One(call) if table.was_given_up_by_others(call.key, Instant::now()) => {
                MessageOwner::Several
            }
            owner => owner,
        }
    }

    /// Whether any client with an open call has a capability.
    pub(crate) fn has_client(&self, able: impl Fn(&RawJson) -> bool) -> bool {
        let table = self.lock();
        table.open.values().any(|call| able(call.capabilities()))
    }

    /// Queues a question until it is clear which client is meant.
    pub(crate) fn keep_question(&self, request: JsonRpcRequest) -> QuestionStay {
        let mut table = self.lock();
        let now = Instant::now();
        let calls = table.possible_askers(now);
        if let Err(request) = table.waiting.add(request, calls, now) {
            return QuestionStay::NoRoom(request);
        }
        self.moved.notify_one();
        if std::mem::replace(&mut table.is_watched, true) {
            QuestionStay::Watched
        } else {
            QuestionStay::Unwatched
        }
    }

    /// Removes a waiting question that the server has cancelled.
    pub(crate) fn withdraw_question(&self, id: &RequestId) {
        self.lock().waiting.withdraw(id);
        self.moved.notify_one();
    }

    /// Takes out the questions that no longer wait.
    pub(crate) fn settle_questions(&self, limit: Duration) -> SettledQuestions {
        let mut table = self.lock();
        let CallTable { open, waiting, .. } = &mut *table;
        for (id, _) in open.iter().filter(|(_, call)| call.is_answered()) {
            waiting.answered(*id);
        }
        let settled = waiting.settle(Instant::now(), limit).into_iter();
        let settled = settled.map(|question| {
            let call = question.call.and_then(|id| open.get(&id).cloned());
            (question.request, call)
        });
        let settled = settled.collect();
        let deadline = waiting.deadline(limit);
        table.is_watched = deadline.is_some();
        SettledQuestions { settled, deadline }
    }

    /// Waits for a change that may settle waiting questions. Cancel-safe.
    pub(crate) async fn question_moved(&self) {
        self.moved.notified().await;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, CallTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl CallTable ===

impl CallTable {
    /// Remembers a call that has ended without an answer.
    fn give_up(&mut self, id: u64, key: u64) {
        if self.given_up.len() >= REMEMBERED {
            self.given_up.pop_front();
        }
        let ended = Instant::now();
        self.given_up.push_back(GivenUpCall { id, key, ended });
    }

    /// Tells the waiting questions that a call has ended.
    fn rule_out(&mut self, id: u64, is_answered: bool) {
        if is_answered {
            self.waiting.answered(id);
        } else {
            self.waiting.given_up(id);
        }
    }

    fn was_given_up_by_others(&self, key: u64, now: Instant) -> bool {
        self.lately_given_up(now).any(|call| call.key != key)
    }

    fn lately_given_up(&self, now: Instant) -> impl Iterator<Item = &GivenUpCall> {
        let is_late = move |call: &&GivenUpCall| now.duration_since(call.ended) < LATE_QUESTION;
        self.given_up.iter().filter(is_late)
    }

    /// The calls that may have caused a question now, the latest last.
    fn possible_askers(&self, now: Instant) -> Vec<PossibleAsker> {
        let given_up = self.lately_given_up(now).map(|call| PossibleAsker {
            id: call.id,
            key: call.key,
            is_given_up: true,
        });
        let open = self.open.iter().filter(|(_, call)| !call.is_answered());
        let open = open.map(|(id, call)| PossibleAsker {
            id: *id,
            key: call.key,
            is_given_up: false,
        });
        given_up.chain(open).collect()
    }
}

// === impl CallsAround ===

impl CallsAround {
    /// The calls, whether running or ended.
    pub(crate) fn calls(&self) -> impl Iterator<Item = &RefusedCall> {
        self.running.iter().chain(&self.ended)
    }
}

// === impl MessageOwner ===

impl MessageOwner {
    /// Chooses among calls, the latest last.
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

    /// The capabilities of the call's client.
    pub(crate) fn capabilities(&self) -> &RawJson {
        &self.capabilities
    }

    /// Marks the call as answered: it only gets notifications from now on.
    pub(crate) fn set_answered(&self) {
        self.answered.store(true, Ordering::Release);
    }

    fn is_answered(&self) -> bool {
        self.answered.load(Ordering::Acquire)
    }

    /// Queues an event, unless the queue is full.
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

    /// Whether an event is queued.
    pub(crate) fn has_mail(&self) -> bool {
        let mail = self.mail.lock().unwrap_or_else(PoisonError::into_inner);
        !mail.is_empty()
    }

    /// The next queued event, if there is one.
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
        let other = call(2);
        calls.join(4, Arc::clone(&other));
        assert!(matches!(calls.notification_owner(), MessageOwner::Several));
        other.set_answered();
        calls.leave(4);
        assert!(matches!(calls.notification_owner(), MessageOwner::One(_)));
        latest.set_answered();
        assert!(
            matches!(calls.notification_owner(), MessageOwner::One(one) if Arc::ptr_eq(&one, &latest))
        );
        let question = calls.request_owner();
        assert!(matches!(question, MessageOwner::One(one) if !Arc::ptr_eq(&one, &latest)));
    }

    fn question(id: u64) -> JsonRpcRequest {
        JsonRpcRequest {
            id: RequestId::number(id),
            method: "elicitation/create".into(),
            params: None,
        }
    }

    #[test]
    fn a_question_waits_for_the_answer_to_the_other_client() {
        let calls = ActiveCalls::default();
        let (one, other) = (call(1), call(2));
        calls.join(1, Arc::clone(&one));
        calls.join(2, Arc::clone(&other));
        let limit = Duration::from_secs(30);
        assert!(matches!(
            calls.keep_question(question(7)),
            QuestionStay::Unwatched
        ));
        assert!(matches!(
            calls.keep_question(question(8)),
            QuestionStay::Watched
        ));
        calls.withdraw_question(&RequestId::number(8));
        // A call that begins later did not cause the question.
        calls.join(3, call(3));
        let settled = calls.settle_questions(limit);
        assert!(settled.settled.is_empty() && settled.deadline.is_some());
        other.set_answered();
        let settled = calls.settle_questions(limit);
        let [(request, Some(asker))] = &settled.settled[..] else {
            panic!("{settled:?}")
        };
        assert_eq!(*request, question(7));
        assert!(Arc::ptr_eq(asker, &one));
        assert!(settled.deadline.is_none());
        assert!(matches!(
            calls.keep_question(question(9)),
            QuestionStay::Unwatched
        ));
    }

    #[test]
    fn a_call_that_was_given_up_may_have_asked_for_a_while() {
        let calls = ActiveCalls::default();
        calls.join(1, call(1));
        calls.join(2, call(2));
        calls.leave(1);
        assert!(matches!(calls.request_owner(), MessageOwner::Several));
        assert!(!calls.are_all_of(2) && !calls.are_all_of(1));
        calls.keep_question(question(7));
        let settled = calls.settle_questions(Duration::from_secs(30)).settled;
        assert!(matches!(settled[..], [(_, None)]), "{settled:?}");
        let later = Instant::now() + LATE_QUESTION;
        assert!(!calls.lock().was_given_up_by_others(2, later));
        for id in 10..500 {
            calls.join(id, call(1));
            calls.leave(id);
        }
        assert_eq!(calls.lock().given_up.len(), REMEMBERED);
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
