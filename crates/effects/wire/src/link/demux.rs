//! Matches the answers on a shared stream with the requests that wait for them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use serde::Deserialize;

use super::LinkError;
use super::log::LinkLog;
use super::mailbox::MessageMailbox;
use crate::envelope::{JsonRpcMessage, JsonRpcNotification, JsonRpcResponse};
use crate::method;
use crate::oversize::OversizeMessage;

/// How many messages of one request are buffered for a slow reader before further ones are dropped.
const SLOTS: usize = 256;

/// The open requests of one stream, and the inbox for everything else.
#[derive(Debug)]
pub(super) struct ResponseDemux {
    log: LinkLog,
    limit: usize,
    inbox: Arc<MessageMailbox>,
    open: Mutex<DemuxTable>,
}

#[derive(Debug, Default)]
struct DemuxTable {
    /// There are few at a time, so that comparing ids costs less than hashing them.
    requests: BTreeMap<u64, Arc<MessageMailbox>>,
    closed: Option<LinkError>,
}

/// The registration of one open request, which ends when this is dropped.
#[derive(Debug)]
pub(super) struct DemuxTicket {
    id: u64,
    /// The number of open requests when this one was registered, itself included.
    open: usize,
    mailbox: Arc<MessageMailbox>,
    demux: Arc<ResponseDemux>,
}

/// The parameter of a progress notification that names its request.
#[derive(Deserialize)]
struct ProgressParams {
    #[serde(rename = "progressToken")]
    token: u64,
}

// === impl ResponseDemux ===

impl ResponseDemux {
    /// Creates a demultiplexer for messages of up to `limit` bytes.
    pub(super) fn new(log: LinkLog, limit: usize, inbox: Arc<MessageMailbox>) -> Self {
        Self {
            log,
            limit,
            inbox,
            open: Mutex::default(),
        }
    }

    /// Registers a request, before it is sent.
    pub(super) fn register(self: &Arc<Self>, id: u64) -> Result<DemuxTicket, LinkError> {
        let mut open = self.lock();
        if let Some(why) = &open.closed {
            return Err(why.clone().not_sent());
        }
        match open.requests.entry(id) {
            Entry::Occupied(_) => Err(LinkError::Invalid {
                detail: format!("a request with the id `{id}` is already open"),
            }),
            Entry::Vacant(place) => {
                let mailbox = Arc::new(MessageMailbox::new(SLOTS, self.limit));
                place.insert(mailbox.clone());
                Ok(DemuxTicket {
                    id,
                    open: open.requests.len(),
                    mailbox,
                    demux: self.clone(),
                })
            }
        }
    }

    /// Processes one line or event.
    pub(super) fn accept(&self, bytes: &Bytes) {
        for message in self.log.messages(bytes) {
            self.route(message, bytes.len());
        }
    }

    /// Processes the rest of a message over the limit.
    pub(super) fn accept_oversize(&self, message: &OversizeMessage) {
        let answered = message
            .response_id()
            .and_then(|id| self.lock().requests.remove(&id));
        match answered {
            Some(mailbox) => mailbox.fail(LinkError::TooLarge { limit: self.limit }),
            None => self
                .log
                .skipped("the message is over the size limit", message.head()),
        }
    }

    /// Ends every open request and the inbox. Only the first reason is kept.
    pub(super) fn close(&self, why: &LinkError) {
        let requests = {
            let mut open = self.lock();
            open.closed.get_or_insert_with(|| why.clone());
            std::mem::take(&mut open.requests)
        };
        for mailbox in requests.into_values() {
            mailbox.fail(why.clone());
        }
        self.inbox.fail(why.clone());
    }

    /// The reason why nothing can be sent any more.
    pub(super) fn why_closed(&self) -> Option<LinkError> {
        self.lock().closed.clone()
    }

    fn route(&self, message: JsonRpcMessage, size: usize) {
        let owner = match message {
            JsonRpcMessage::Response(response) => return self.answer(response),
            JsonRpcMessage::Notification(ref notification) => self.owner(notification),
            JsonRpcMessage::Request(_) => None,
        };
        let mailbox = owner.as_ref().unwrap_or(&self.inbox);
        if let Err(dropped) = mailbox.offer(message, size) {
            self.log.dropped(dropped);
        }
    }

    fn answer(&self, response: JsonRpcResponse) {
        let number = response.id.as_ref().and_then(crate::RequestId::as_number);
        let asked = number.and_then(|id| self.lock().requests.remove(&id));
        if let Some(mailbox) = asked {
            mailbox.complete(JsonRpcMessage::Response(response));
        } else {
            self.log.stray(&response);
        }
    }

    /// The open request that a notification reports on.
    fn owner(&self, notification: &JsonRpcNotification) -> Option<Arc<MessageMailbox>> {
        if &*notification.method != method::PROGRESS {
            return None;
        }
        let ProgressParams { token } = notification.params.as_ref()?.decode().ok()?;
        self.lock().requests.get(&token).cloned()
    }

    fn forget(&self, ticket: &DemuxTicket) {
        let mut open = self.lock();
        // The id may meanwhile belong to a later request.
        if open
            .requests
            .get(&ticket.id)
            .is_some_and(|it| Arc::ptr_eq(it, &ticket.mailbox))
        {
            open.requests.remove(&ticket.id);
        }
    }

    fn lock(&self) -> MutexGuard<'_, DemuxTable> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl DemuxTicket ===

impl DemuxTicket {
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// The number of open requests when this one was registered, itself included.
    pub(super) fn open(&self) -> usize {
        self.open
    }

    pub(super) async fn next(&mut self) -> Option<Result<JsonRpcMessage, LinkError>> {
        self.mailbox.next().await
    }

    /// Delivers an answer that arrived outside the stream.
    pub(super) fn answer(&self, response: JsonRpcResponse) {
        self.demux.forget(self);
        self.mailbox.complete(JsonRpcMessage::Response(response));
    }
}

impl Drop for DemuxTicket {
    fn drop(&mut self) {
        self.demux.forget(self);
    }
}

#[cfg(test)]
mod tests;
