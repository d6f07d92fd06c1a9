//! A bounded queue that never blocks its writer.
//!
//! The task that reads a server's messages must not be blocked by a single consumer. So messages
//! that do not fit are dropped and counted; only an answer always fits, since there is at most one
//! per request.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::LinkError;
use crate::envelope::JsonRpcMessage;

/// A queue with a single reader.
#[derive(Debug)]
pub(super) struct MessageMailbox {
    slots: usize,
    room: usize,
    queue: Mutex<MailboxQueue>,
    bell: Notify,
}

#[derive(Debug, Default)]
struct MailboxQueue {
    waiting: VecDeque<(JsonRpcMessage, usize)>,
    /// The last message, after all queued ones. Usually it is the only one.
    answer: Option<JsonRpcMessage>,
    bytes: usize,
    dropped: u64,
    end: Option<Result<(), LinkError>>,
    told: bool,
    /// Whether the reader has come back for more since it got the last message.
    is_read: bool,
}

// === impl MessageMailbox ===

impl MessageMailbox {
    /// Creates a queue with a maximum number of messages and of bytes.
    pub(super) fn new(slots: usize, room: usize) -> Self {
        Self {
            slots,
            room,
            queue: Mutex::default(),
            bell: Notify::new(),
        }
    }

    /// Adds a message if there is room; otherwise returns how many were dropped so far.
    pub(super) fn offer(&self, message: JsonRpcMessage, size: usize) -> Result<(), u64> {
        let mut queue = self.lock();
        if queue.end.is_some() {
            return Ok(());
        }
        // A single message always fits, however large: the framing has checked its size.
        let full = queue.waiting.len() >= self.slots
            || (!queue.waiting.is_empty() && queue.bytes + size > self.room);
        if full {
            queue.dropped += 1;
            return Err(queue.dropped);
        }
        queue.add(message, size);
        drop(queue);
        self.bell.notify_one();
        Ok(())
    }

    /// Adds the last message.
    pub(super) fn complete(&self, answer: JsonRpcMessage) {
        let mut queue = self.lock();
        if queue.end.is_none() {
            queue.answer = Some(answer);
            queue.end = Some(Ok(()));
        }
        drop(queue);
        self.bell.notify_one();
    }

    /// Ends the queue; queued messages can still be read.
    pub(super) fn fail(&self, why: LinkError) {
        self.lock().end.get_or_insert(Err(why));
        self.bell.notify_one();
    }

    /// The next message; then, once, the reason for the end; then `None`. Cancel-safe: dropping the
    /// future loses nothing.
    pub(super) async fn next(&self) -> Option<Result<JsonRpcMessage, LinkError>> {
        loop {
            if let Some(next) = self.poll() {
                return next;
            }
            self.bell.notified().await;
        }
    }

    /// Whether the reader has handled all messages so far: none is queued, and it has come back for
    /// more.
    pub(super) fn is_read(&self) -> bool {
        let queue = self.lock();
        queue.is_read && queue.waiting.is_empty() && queue.answer.is_none()
    }

    /// Why the queue ended early.
    pub(super) fn failure(&self) -> Option<LinkError> {
        self.lock().end.clone()?.err()
    }

    /// `None` if the reader has to wait.
    #[expect(
        clippy::option_option,
        reason = "the inner one is what the reader gets"
    )]
    fn poll(&self) -> Option<Option<Result<JsonRpcMessage, LinkError>>> {
        let mut queue = self.lock();
        if let Some((message, size)) = queue.waiting.pop_front() {
            queue.bytes -= size;
            queue.is_read = false;
            return Some(Some(Ok(message)));
        }
        if let Some(answer) = queue.answer.take() {
            return Some(Some(Ok(answer)));
        }
        queue.is_read = true;
        match queue.end.clone()? {
            Err(why) if !std::mem::replace(&mut queue.told, true) => Some(Some(Err(why))),
            _ => Some(None),
        }
    }

    fn lock(&self) -> MutexGuard<'_, MailboxQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl MailboxQueue ===

impl MailboxQueue {
    fn add(&mut self, message: JsonRpcMessage, size: usize) {
        self.bytes += size;
        self.waiting.push_back((message, size));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::envelope;

    fn note(text: &str) -> JsonRpcMessage {
        JsonRpcMessage::parse(envelope::notification(text, None)).expect("a message")
    }

    #[tokio::test]
    async fn what_does_not_fit_is_dropped_but_the_answer_comes() {
        let mailbox = MessageMailbox::new(2, 100);
        assert_eq!(mailbox.offer(note("a"), 60), Ok(()));
        assert_eq!(mailbox.offer(note("b"), 60), Err(1), "too many bytes");
        assert_eq!(mailbox.offer(note("c"), 10), Ok(()));
        assert_eq!(mailbox.offer(note("d"), 10), Err(2), "too many messages");
        mailbox.complete(note("answer"));
        mailbox.complete(note("second answer"));
        mailbox.fail(LinkError::SessionExpired);
        let mut got = Vec::new();
        while let Some(Ok(JsonRpcMessage::Notification(message))) = mailbox.next().await {
            got.push(message.method);
        }
        assert_eq!(got, ["a".into(), "c".into(), Box::<str>::from("answer")]);
        assert!(mailbox.failure().is_none());
    }

    #[tokio::test]
    async fn a_message_is_read_when_its_reader_comes_back() {
        let mailbox = MessageMailbox::new(2, 100);
        assert!(!mailbox.is_read(), "nobody has asked yet");
        assert_eq!(mailbox.offer(note("a"), 1), Ok(()));
        assert!(matches!(mailbox.next().await, Some(Ok(_))));
        assert!(!mailbox.is_read(), "the reader works on it");
        assert!(mailbox.poll().is_none());
        assert!(mailbox.is_read());
        assert_eq!(mailbox.offer(note("b"), 1), Ok(()));
        assert!(!mailbox.is_read());
    }

    #[tokio::test]
    async fn a_failure_is_told_once() {
        let mailbox = MessageMailbox::new(2, 100);
        assert_eq!(mailbox.offer(note("huge"), 1000), Ok(()), "one always fits");
        mailbox.fail(LinkError::SessionExpired);
        assert!(matches!(mailbox.next().await, Some(Ok(_))));
        assert!(matches!(
            mailbox.next().await,
            Some(Err(LinkError::SessionExpired))
        ));
        assert!(mailbox.next().await.is_none());
        assert!(mailbox.failure().is_some());
    }
}
