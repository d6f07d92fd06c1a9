//! What a server says without being asked.

use std::fmt;
use std::sync::Arc;

use super::LinkError;
use super::mailbox::Mailbox;
use crate::envelope::Message;

/// How many messages wait for a slow reader before the next ones are dropped.
const SLOTS: usize = 1024;

/// Everything that belongs to no request: changes of lists, log messages, requests of the
/// server. Reading slowly loses messages, but never holds up the link.
pub struct Inbox {
    mailbox: Arc<Mailbox>,
}

// === impl Inbox ===

impl Inbox {
    /// An inbox, and where to put what goes into it.
    pub(super) fn new(room: usize) -> (Self, Arc<Mailbox>) {
        let mailbox = Arc::new(Mailbox::new(SLOTS, room));
        (
            Self {
                mailbox: mailbox.clone(),
            },
            mailbox,
        )
    }

    /// The next message; `None` when the link is gone. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Message> {
        self.mailbox.next().await?.ok()
    }

    /// Why the link is gone, if it is.
    pub fn why_closed(&self) -> Option<LinkError> {
        self.mailbox.failure()
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        // From now on messages are let go at once instead of waiting for nobody.
        self.mailbox
            .fail(LinkError::closed("nobody reads the inbox"));
    }
}

impl fmt::Debug for Inbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inbox")
            .field("why_closed", &self.why_closed())
            .finish_non_exhaustive()
    }
}
