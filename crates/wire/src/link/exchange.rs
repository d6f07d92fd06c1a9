//! Everything that belongs to one request.

use std::fmt;

use super::LinkError;
use super::demux::Ticket;
use super::http::PostStream;
use crate::envelope::Message;

/// The messages of one request: notifications and server requests on its behalf, then the
/// answer, then nothing. Dropping it forgets the request; over HTTP that closes its stream.
pub struct Exchange {
    id: u64,
    flow: Flow,
}

enum Flow {
    /// All of it is here.
    Here(std::vec::IntoIter<Message>),
    /// It comes over a stream that all requests share.
    Shared(Ticket),
    /// It has a stream of its own.
    Own(Box<PostStream>),
}

// === impl Exchange ===

impl Exchange {
    pub(super) fn here(id: u64, messages: Vec<Message>) -> Self {
        Self {
            id,
            flow: Flow::Here(messages.into_iter()),
        }
    }

    pub(super) fn shared(ticket: Ticket) -> Self {
        Self {
            id: ticket.id(),
            flow: Flow::Shared(ticket),
        }
    }

    pub(super) fn own(id: u64, stream: PostStream) -> Self {
        Self {
            id,
            flow: Flow::Own(Box::new(stream)),
        }
    }

    /// The request's id.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The next message. The response is the last; an error is the last too. Dropping the
    /// future loses nothing.
    pub async fn next(&mut self) -> Option<Result<Message, LinkError>> {
        match &mut self.flow {
            Flow::Here(messages) => messages.next().map(Ok),
            Flow::Shared(ticket) => ticket.next().await,
            Flow::Own(stream) => stream.next().await,
        }
    }
}

impl fmt::Debug for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}
