//! What a session hears that belongs to none of its requests.

use std::collections::VecDeque;

use bytes::Bytes;
use candor_gateway::{Ask, Change};
use candor_wire::{envelope, method};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};

use crate::asks::Pending;
use crate::session::Session;

/// Questions that may wait to be put on the stream.
const ASKS_KEPT: usize = 4;

/// A session's ear. It stays with the session from one stream to the next, so that a change
/// which happens in between is still told.
pub(crate) struct Feed {
    changes: broadcast::Receiver<Change>,
    ready: VecDeque<Bytes>,
    asks: mpsc::Receiver<Ask>,
    asking: mpsc::Sender<Ask>,
    /// While no stream is open all places for questions are taken, so that a server that asks is
    /// told at once that nobody can answer.
    gate: Vec<mpsc::OwnedPermit<Ask>>,
    pending: Vec<Pending>,
}

// === impl Feed ===

impl Feed {
    /// A feed that is still closed, and where questions for it go.
    pub(crate) fn new(changes: broadcast::Receiver<Change>) -> (Self, mpsc::Sender<Ask>) {
        let (asking, asks) = mpsc::channel(ASKS_KEPT);
        let mut feed = Self {
            changes,
            ready: VecDeque::new(),
            asks,
            asking: asking.clone(),
            gate: Vec::new(),
            pending: Vec::new(),
        };
        feed.close();
        (feed, asking)
    }

    /// Questions are taken from now on.
    pub(crate) fn open(&mut self) {
        self.gate.clear();
    }

    /// Questions are refused from now on, and those that wait are given back.
    pub(crate) fn close(&mut self) {
        self.pending.clear();
        while let Ok(unasked) = self.asks.try_recv() {
            drop(unasked);
        }
        while let Ok(permit) = self.asking.clone().try_reserve_owned() {
            self.gate.push(permit);
        }
    }

    /// The next message for the client. `None`: there will be no more. Dropping the future loses
    /// nothing that was not yet said.
    pub(crate) async fn next(&mut self, session: &Session) -> Option<Bytes> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Some(message);
            }
            tokio::select! {
                change = self.changes.recv() => match change {
                    Ok(change) => self.ready.extend(tell(&change, session)),
                    // Whatever was missed, the lists are worth reading again.
                    Err(RecvError::Lagged(_)) => {
                        let lists = [Change::Tools, Change::Prompts, Change::Resources];
                        self.ready.extend(lists.iter().filter_map(|list| tell(list, session)));
                    }
                    Err(RecvError::Closed) => return None,
                },
                Some(ask) = self.asks.recv() => {
                    if let Some((pending, message)) = session.asks().put(ask).await {
                        self.pending.retain(Pending::is_open);
                        self.pending.push(pending);
                        self.ready.push_back(message);
                    }
                }
            }
        }
    }
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
