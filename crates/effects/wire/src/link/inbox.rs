//! What a server says without being asked.

use std::fmt;
use std::sync::Arc;

use super::LinkError;
use super::mailbox::MessageMailbox;
use crate::envelope::JsonRpcMessage;

/// How many messages wait for a slow reader before the next ones are dropped.
const SLOTS: usize = 1024;

/// Everything that belongs to no request: changes of lists, log messages, requests of the
/// server. Reading slowly loses messages, but never holds up the link.
pub struct LinkInbox {
    mailbox: Arc<MessageMailbox>,
}

// === impl LinkInbox ===

impl LinkInbox {
    /// An inbox, and where to put what goes into it.
    pub(super) fn new(room: usize) -> (Self, Arc<MessageMailbox>) {
        let mailbox = Arc::new(MessageMailbox::new(SLOTS, room));
        (
            Self {
                mailbox: mailbox.clone(),
            },
            mailbox,
        )
    }

    /// Where messages are put, to be asked how far it has been read.
    pub(super) fn mailbox(&self) -> Arc<MessageMailbox> {
        Arc::clone(&self.mailbox)
    }

    /// The next message; `None` when the link is gone. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<JsonRpcMessage> {
        self.mailbox.next().await?.ok()
    }

    /// Why the link is gone, if it is.
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
