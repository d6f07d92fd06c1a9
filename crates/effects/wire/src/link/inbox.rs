//! Messages of a server outside requests.

use std::fmt;
use std::sync::Arc;

use super::LinkError;
use super::mailbox::MessageMailbox;
use crate::envelope::JsonRpcMessage;

/// How many messages are buffered for a slow reader before further ones are dropped.
const SLOTS: usize = 1024;

/// All messages that belong to no request: changes of lists, log messages, requests of the server.
/// A slow reader loses messages, but never blocks the link.
pub struct LinkInbox {
    mailbox: Arc<MessageMailbox>,
}

// === impl LinkInbox ===

impl LinkInbox {
    /// Creates an inbox and its queue.
    pub(super) fn new(room: usize) -> (Self, Arc<MessageMailbox>) {
        let mailbox = Arc::new(MessageMailbox::new(SLOTS, room));
        (
            Self {
                mailbox: mailbox.clone(),
            },
            mailbox,
        )
    }

    /// The queue, which also tells how far it was read.
    pub(super) fn mailbox(&self) -> Arc<MessageMailbox> {
        Arc::clone(&self.mailbox)
    }

    /// The next message; `None` when the link has ended. Cancel-safe: dropping the future loses
    /// nothing.
    pub async fn next(&mut self) -> Option<JsonRpcMessage> {
        self.mailbox.next().await?.ok()
    }

    /// Why the link has ended, if it has.
    pub fn why_closed(&self) -> Option<LinkError> {
        self.mailbox.failure()
    }
}

impl Drop for LinkInbox {
    fn drop(&mut self) {
        // From now on messages are dropped at once.
        self.mailbox
            .fail(LinkError::closed("the inbox has no reader"));
    }
}

impl fmt::Debug for LinkInbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inbox")
            .field("why_closed", &self.why_closed())
            .finish_non_exhaustive()
    }
}
