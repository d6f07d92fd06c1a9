//! Everything that belongs to one request.

use std::fmt;

use super::LinkError;
use super::demux::DemuxTicket;
use super::http::PostStream;
use crate::envelope::JsonRpcMessage;

/// The messages of one request: notifications and server requests on its behalf, then the
/// answer, then nothing. Dropping it forgets the request; over HTTP that closes its stream.
pub struct Exchange {
    id: u64,
    flow: ExchangeFlow,
}

enum ExchangeFlow {
    /// All of it is here.
    Here(std::vec::IntoIter<JsonRpcMessage>),
    /// It comes over a stream that all requests share.
    Shared(DemuxTicket),
    /// It has a stream of its own.
    Own(Box<PostStream>),
}

// === impl Exchange ===

impl Exchange {
    pub(super) fn here(id: u64, messages: Vec<JsonRpcMessage>) -> Self {
        Self {
            id,
            flow: ExchangeFlow::Here(messages.into_iter()),
        }
    }

    pub(super) fn shared(ticket: DemuxTicket) -> Self {
        Self {
            id: ticket.id(),
            flow: ExchangeFlow::Shared(ticket),
        }
    }

    pub(super) fn own(id: u64, stream: PostStream) -> Self {
        Self {
            id,
            flow: ExchangeFlow::Own(Box::new(stream)),
        }
    }

    /// The request's id.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The next message. The response is the last; an error is the last too. Dropping the
    /// future loses nothing.
    pub async fn next(&mut self) -> Option<Result<JsonRpcMessage, LinkError>> {
        match &mut self.flow {
            ExchangeFlow::Here(messages) => messages.next().map(Ok),
            ExchangeFlow::Shared(ticket) => ticket.next().await,
            ExchangeFlow::Own(stream) => stream.next().await,
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
