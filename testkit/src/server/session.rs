//! The state of one legacy client or stdio process.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::{Mutex as AsyncMutex, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::logging::LogLevel;
use super::outlet::{MessageOutlet, OutgoingFrame};
use super::{ServerChange, lock};
use crate::era::ProtocolRevision;
use crate::rpc;

/// The state of one client.
pub(crate) struct ClientSession {
    pub(crate) id: String,
    /// The outlet for messages that belong to no request.
    pub(crate) outlet: MessageOutlet,
    /// The other end of `outlet`, for the transport that delivers it.
    pub(crate) inbox: Arc<AsyncMutex<UnboundedReceiver<OutgoingFrame>>>,
    /// Cancelled when the client ends the session.
    pub(crate) ended: CancellationToken,
    /// Running requests, if one outlet carries everything.
    pub(crate) work: TaskTracker,
    state: Mutex<ClientSessionState>,
    next_question: AtomicU64,
}

#[derive(Default)]
struct ClientSessionState {
    handshake: Option<AgreedHandshake>,
    level: Option<LogLevel>,
    subscriptions: BTreeSet<String>,
    questions: HashMap<u64, oneshot::Sender<Result<Value, Value>>>,
    running: HashMap<String, CancellationToken>,
    paused: HashMap<String, UnboundedReceiver<OutgoingFrame>>,
    stream: CancellationToken,
}

/// The negotiated result of `initialize`.
#[derive(Clone, Debug)]
pub(crate) struct AgreedHandshake {
    pub(crate) revision: ProtocolRevision,
    pub(crate) capabilities: Value,
}

impl ClientSession {
    /// A session with a fresh, unguessable id.
    pub(crate) fn new() -> Arc<Self> {
        let (outlet, inbox) = MessageOutlet::new();
        Arc::new(Self {
            id: uuid::Uuid::new_v4().to_string(),
            outlet,
            inbox: Arc::new(AsyncMutex::new(inbox)),
            ended: CancellationToken::new(),
            work: TaskTracker::new(),
            state: Mutex::default(),
            next_question: AtomicU64::new(1),
        })
    }

    pub(crate) fn handshake(&self) -> Option<AgreedHandshake> {
        lock(&self.state).handshake.clone()
    }

    /// Remembers the handshake; false when there already was one.
    pub(crate) fn shake(&self, handshake: AgreedHandshake) -> bool {
        let mut state = lock(&self.state);
        let first = state.handshake.is_none();
        state.handshake.get_or_insert(handshake);
        first
    }

    pub(crate) fn level(&self) -> LogLevel {
        lock(&self.state).level.unwrap_or(LogLevel::INFO)
    }

    pub(crate) fn set_level(&self, level: LogLevel) {
        lock(&self.state).level = Some(level);
    }

    pub(crate) fn subscribe(&self, uri: &str) {
        lock(&self.state).subscriptions.insert(uri.to_owned());
    }

    pub(crate) fn unsubscribe(&self, uri: &str) {
        lock(&self.state).subscriptions.remove(uri);
    }

    /// Sends a change to a client that has shaken hands and, for a resource, subscribed to it.
    pub(crate) fn announce(&self, change: &ServerChange) {
        let wanted = {
            let state = lock(&self.state);
            state.handshake.is_some()
                && match change {
                    ServerChange::Resource(uri) => state.subscriptions.contains(uri),
                    _ => true,
                }
        };
        if wanted {
            let (method, params) = change.notification();
            self.outlet.message(rpc::notification_text(method, &params));
        }
    }

    /// A new question to the client: its id, and where the answer will arrive.
    pub(crate) fn question(&self) -> (u64, oneshot::Receiver<Result<Value, Value>>) {
        let id = self.next_question.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = oneshot::channel();
        lock(&self.state).questions.insert(id, sender);
        (id, receiver)
    }

    /// Delivers the client's answer; an unexpected one is dropped.
    pub(crate) fn answer(&self, id: &RawValue, outcome: Result<Value, Value>) {
        let Ok(id) = id.get().parse::<u64>() else {
            return;
        };
        if let Some(waiting) = lock(&self.state).questions.remove(&id) {
            waiting.send(outcome).ok();
        }
    }

    /// Notes that a request runs, so that it can be cancelled. A request that is noted when it is
    /// read and again when it is served can be cancelled in between.
    pub(crate) fn begin(&self, id: &RawValue) -> CancellationToken {
        let mut state = lock(&self.state);
        let token = state.running.entry(id.get().to_owned()).or_default();
        token.clone()
    }

    pub(crate) fn finish(&self, id: &RawValue) {
        lock(&self.state).running.remove(id.get());
    }

    pub(crate) fn cancel(&self, id: &RawValue) {
        if let Some(token) = lock(&self.state).running.get(id.get()) {
            token.cancel();
        }
    }

    /// Stores the rest of a paused stream until the client requests it by event id.
    pub(crate) fn pause(&self, event: String, rest: UnboundedReceiver<OutgoingFrame>) {
        lock(&self.state).paused.insert(event, rest);
    }

    pub(crate) fn resume(&self, event: &str) -> Option<UnboundedReceiver<OutgoingFrame>> {
        lock(&self.state).paused.remove(event)
    }

    /// Replaces the stream of the session's own messages; the previous one ends.
    pub(crate) fn replace_stream(&self) -> CancellationToken {
        let mut state = lock(&self.state);
        state.stream.cancel();
        state.stream = self.ended.child_token();
        state.stream.clone()
    }
}
