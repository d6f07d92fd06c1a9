//! The outgoing messages of one request or session.

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// One outgoing frame.
#[derive(Debug)]
pub(crate) enum OutgoingFrame {
    /// A message on the way to the answer, or none at all: the text is not looked at.
    Message(String),
    /// The answer, with the HTTP status that carries it.
    Last { body: String, status: u16 },
    /// Breaks the stream here; the rest waits for the client to come back.
    Pause,
    /// Closes the standard input of the process, after everything before has been written.
    CloseStdin,
}

/// The sending side; a send to a client that has gone is no error.
#[derive(Clone, Debug)]
pub(crate) struct MessageOutlet {
    sender: UnboundedSender<OutgoingFrame>,
}

// === impl MessageOutlet ===

impl MessageOutlet {
    pub(crate) fn new() -> (Self, UnboundedReceiver<OutgoingFrame>) {
        let (sender, receiver) = unbounded_channel();
        (Self { sender }, receiver)
    }

    pub(crate) fn send(&self, frame: OutgoingFrame) {
        self.sender.send(frame).ok();
    }

    pub(crate) fn message(&self, body: impl Into<String>) {
        self.send(OutgoingFrame::Message(body.into()));
    }

    pub(crate) fn last(&self, body: String, status: u16) {
        self.send(OutgoingFrame::Last { body, status });
    }

    /// Returns once the receiver is gone.
    pub(crate) async fn closed(&self) {
        self.sender.closed().await;
    }

    /// Whether both lead to the same place.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.sender.same_channel(&other.sender)
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }
}
