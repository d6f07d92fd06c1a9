//! What a session hears that belongs to none of its requests.
//!
//! The feed stays with the session from one stream to the next, so that a change which happens
//! in between is still told. It is polled, not awaited: a stream whose client no longer reads
//! can thus be replaced without its help.

use std::collections::VecDeque;
use std::task::{Context, Poll, Waker, ready};

use bytes::Bytes;
use candor_gateway::{Ask, Change};
use candor_wire::{envelope, method};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio_util::sync::ReusableBoxFuture;

use crate::asks::Pending;
use crate::session::Session;

/// Questions that may wait to be put on the stream.
const ASKS_KEPT: usize = 4;

type Heard = (Result<Change, RecvError>, broadcast::Receiver<Change>);

/// A session's ear.
pub(crate) struct Feed {
    changes: ReusableBoxFuture<'static, Heard>,
    over: bool,
    ready: VecDeque<Bytes>,
    asks: mpsc::Receiver<Ask>,
    asking: mpsc::Sender<Ask>,
    /// While no stream is open all places for questions are taken, so that a server that asks is
    /// told at once that nobody can answer.
    gate: Vec<mpsc::OwnedPermit<Ask>>,
    pending: Vec<Pending>,
    /// The stream that reads now; those before it have been replaced.
    reader: u64,
    waker: Option<Waker>,
}

// === impl Feed ===

impl Feed {
    /// A feed that is still closed, and where questions for it go.
    pub(crate) fn new(changes: broadcast::Receiver<Change>) -> (Self, mpsc::Sender<Ask>) {
        let (asking, asks) = mpsc::channel(ASKS_KEPT);
        let mut feed = Self {
            changes: ReusableBoxFuture::new(hear(changes)),
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

    /// Gives the feed to a new reader, whose number is returned, and ends the one before.
    pub(crate) fn open(&mut self) -> u64 {
        self.reader += 1;
        self.gate.clear();
        if let Some(before) = self.waker.take() {
            before.wake();
        }
        self.reader
    }

    /// A reader is gone. If it was the last one, questions are refused from now on, and those
    /// that wait are given back.
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

    /// The next message for the client. `None`: there will be no more for this reader.
    pub(crate) fn poll(
        &mut self,
        cx: &mut Context<'_>,
        reader: u64,
        session: &Session,
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
                Ok(change) => self.ready.extend(tell(&change, session)),
                // Whatever was missed, the lists are worth reading again.
                Err(RecvError::Lagged(_)) => {
                    let lists = [Change::Tools, Change::Prompts, Change::Resources];
                    self.ready
                        .extend(lists.iter().filter_map(|list| tell(list, session)));
                }
                Err(RecvError::Closed) => self.over = true,
            }
        }
    }

    fn put(&mut self, ask: Ask, session: &Session) {
        if let Some((pending, message)) = session.asks().put(ask) {
            self.pending.retain(Pending::is_open);
            self.pending.push(pending);
            self.ready.push_back(message);
        }
    }
}

async fn hear(mut changes: broadcast::Receiver<Change>) -> Heard {
    let change = changes.recv().await;
    (change, changes)
}

/// The notification for a change, if the session wants it.
fn tell(change: &Change, session: &Session) -> Option<Bytes> {
    match change {
        Change::Tools => Some(envelope::notification(method::TOOLS_CHANGED, None)),
        Change::Prompts => Some(envelope::notification(method::PROMPTS_CHANGED, None)),
        Change::Resources => Some(envelope::notification(method::RESOURCES_CHANGED, None)),
        Change::ResourceUpdated { uri, params } => session
            .watches(uri)
            .then(|| envelope::notification(method::RESOURCE_UPDATED, Some(params))),
        Change::Log { params, .. } => session
            .wants_log(Some(params))
            .then(|| envelope::notification(method::LOG, Some(params))),
    }
}
