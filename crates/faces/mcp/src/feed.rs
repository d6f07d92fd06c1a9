//! Messages for a session that belong to none of its requests.
//!
//! The feed stays with the session between streams, so that changes in between are delivered too.
//! It is polled instead of awaited: a stream whose client no longer reads can therefore be replaced
//! without its cooperation.

use std::collections::VecDeque;
use std::task::{Context, Poll, Waker, ready};

use bytes::Bytes;
use candor_gateway::{ClientEvent, Gateway, InputRequest, TaskAudience};
use candor_wire::{envelope, method};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio_util::sync::ReusableBoxFuture;

use crate::input_requests::PendingInput;
use crate::session::McpSession;

/// How many questions are queued for the stream.
const ASKS_KEPT: usize = 4;

type NextChange = (
    Result<ClientEvent, RecvError>,
    broadcast::Receiver<ClientEvent>,
);

/// The event feed of a session.
pub(crate) struct SessionFeed {
    gateway: Gateway,
    changes: ReusableBoxFuture<'static, NextChange>,
    over: bool,
    ready: VecDeque<Bytes>,
    asks: mpsc::Receiver<InputRequest>,
    asking: mpsc::Sender<InputRequest>,
    /// While no stream is open, all permits for questions are held here, so that a server that asks
    /// is told at once that no client can answer.
    gate: Vec<mpsc::OwnedPermit<InputRequest>>,
    pending: Vec<PendingInput>,
    /// The number of the current reader; earlier ones were replaced.
    reader: u64,
    waker: Option<Waker>,
}

// === impl SessionFeed ===

impl SessionFeed {
    /// A closed feed, and the channel for questions to it.
    pub(crate) fn new(gateway: &Gateway) -> (Self, mpsc::Sender<InputRequest>) {
        let (asking, asks) = mpsc::channel(ASKS_KEPT);
        let mut feed = Self {
            gateway: gateway.clone(),
            changes: ReusableBoxFuture::new(hear(gateway.changes())),
            over: false,
            ready: VecDeque::new(),
            asks,
            asking: asking.clone(),
            gate: Vec::new(),
            pending: Vec::new(),
            reader: 0,
            waker: None,
        };
        feed.close(0);
        (feed, asking)
    }

    /// Attaches a new reader, whose number is returned, and ends the previous one.
    pub(crate) fn open(&mut self) -> u64 {
        self.reader += 1;
        self.gate.clear();
        if let Some(before) = self.waker.take() {
            before.wake();
        }
        self.reader
    }

    /// Detaches a reader. If it was the current one, questions are refused from now on, and pending
    /// ones are dropped.
    pub(crate) fn close(&mut self, reader: u64) {
        if reader != self.reader {
            return;
        }
        self.waker = None;
        self.pending.clear();
        while let Ok(unasked) = self.asks.try_recv() {
            drop(unasked);
        }
        while let Ok(permit) = self.asking.clone().try_reserve_owned() {
            self.gate.push(permit);
        }
    }

    /// The next message for the client. `None`: this reader gets no more.
    pub(crate) fn poll(
        &mut self,
        cx: &mut Context<'_>,
        reader: u64,
        session: &McpSession,
    ) -> Poll<Option<Bytes>> {
        loop {
            if reader != self.reader {
                return Poll::Ready(None);
            }
            if let Some(message) = self.ready.pop_front() {
                return Poll::Ready(Some(message));
            }
            if self.over {
                return Poll::Ready(None);
            }
            if let Poll::Ready(Some(ask)) = self.asks.poll_recv(cx) {
                self.put(ask, session);
                continue;
            }
            self.waker = Some(cx.waker().clone());
            let (change, changes) = ready!(self.changes.poll(cx));
            self.changes.set(hear(changes));
            match change {
                Ok(change) if !session.is_concerned(&self.gateway, &change) => {}
                Ok(change) => self.ready.extend(tell(&self.gateway, &change, session)),
                // Any change may have been missed, so the client is told to read all lists again.
                Err(RecvError::Lagged(_)) => {
                    let lists = [
                        ClientEvent::Tools,
                        ClientEvent::Prompts,
                        ClientEvent::Resources,
                    ];
                    let told = lists
                        .iter()
                        .filter_map(|list| tell(&self.gateway, list, session));
                    self.ready.extend(told);
                }
                Err(RecvError::Closed) => self.over = true,
            }
        }
    }

    fn put(&mut self, ask: InputRequest, session: &McpSession) {
        if let Some((pending, message)) = session.asks().put(ask) {
            self.pending.retain(PendingInput::is_open);
            self.pending.push(pending);
            self.ready.push_back(message);
        }
    }
}

async fn hear(mut changes: broadcast::Receiver<ClientEvent>) -> NextChange {
    let change = changes.recv().await;
    (change, changes)
}

/// The notification for a change, if the session wants it.
fn tell(gateway: &Gateway, change: &ClientEvent, session: &McpSession) -> Option<Bytes> {
    match change {
        ClientEvent::Tools => Some(envelope::notification(method::TOOLS_CHANGED, None)),
        ClientEvent::Prompts => Some(envelope::notification(method::PROMPTS_CHANGED, None)),
        ClientEvent::Resources => Some(envelope::notification(method::RESOURCES_CHANGED, None)),
        ClientEvent::ResourceUpdated { uri, params, .. } => session
            .watches(uri)
            .then(|| envelope::notification(method::RESOURCE_UPDATED, Some(params))),
        ClientEvent::Task {
            audience: TaskAudience::Listeners,
            ..
        } => None,
        ClientEvent::Task {
            source,
            task,
            params,
            ..
        } => gateway
            .session_task(session.client(), source, task, params)
            .map(|params| envelope::notification(method::TASK_STATUS, Some(&params))),
        ClientEvent::Log { params, .. } => session
            .wants_log(Some(params))
            .then(|| envelope::notification(method::LOG, Some(params))),
    }
}
