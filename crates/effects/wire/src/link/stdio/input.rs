//! The standard input of a child.
//!
//! The sender of a message writes it directly, as long as the pipe accepts it, which avoids waking
//! another thread. What the pipe does not accept is left to a task, in order. So are the messages
//! of many concurrent senders: the task writes them together, and the child is woken only once.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::{Buf, BytesMut};
use tokio::net::unix::pipe::Sender;
use tokio::process::ChildStdin;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::line;

/// How many messages are queued for a child that does not read before senders must wait.
const MESSAGES_MAX: usize = 64;
/// A larger buffer is released: a single large message must not occupy memory for the life of the
/// link.
const BUFFER_KEPT: usize = 256 * 1024;

/// The standard input of a child.
#[derive(Debug)]
pub(super) struct ChildInput {
    state: Mutex<InputState>,
    /// Notifies the task of queued messages.
    left: Notify,
    /// Notifies waiting senders of progress.
    taken: Notify,
}

#[derive(Debug)]
struct InputState {
    /// `None` when the input is closed.
    pipe: Option<Arc<Sender>>,
    /// Lines that have not been written yet.
    waiting: BytesMut,
    /// The number of queued messages.
    messages: usize,
    /// Whether the task is writing, so that all further messages are queued.
    is_busy: bool,
}

/// When a message is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum SendTurn {
    /// Immediately, by its sender.
    Now,
    /// In a batch with the messages of other senders.
    WithOthers,
}

/// The result of an attempt to send a message.
enum Sending {
    Accepted,
    NoRoom,
    Closed,
}

// === impl ChildInput ===

impl ChildInput {
    /// Takes ownership of the pipe.
    pub(super) fn new(stdin: ChildStdin) -> io::Result<Self> {
        let pipe = Sender::from_owned_fd(stdin.into_owned_fd()?)?;
        Ok(Self {
            state: Mutex::new(InputState {
                pipe: Some(Arc::new(pipe)),
                waiting: BytesMut::new(),
                messages: 0,
                is_busy: false,
            }),
            left: Notify::new(),
            taken: Notify::new(),
        })
    }

    /// Sends a message as one line, and waits for room in the queue. `false` if the input is
    /// closed.
    pub(super) async fn send(&self, message: &[u8], turn: SendTurn) -> bool {
        loop {
            // Created first, because it receives notifications from this point on, even before it
            // is awaited.
            let taken = self.taken.notified();
            match self.try_send(message, turn) {
                Sending::Accepted => return true,
                Sending::Closed => return false,
                Sending::NoRoom => taken.await,
            }
        }
    }

    fn try_send(&self, message: &[u8], turn: SendTurn) -> Sending {
        let mut state = self.lock();
        let Some(pipe) = state.pipe.clone() else {
            return Sending::Closed;
        };
        if state.is_busy && state.messages >= MESSAGES_MAX {
            return Sending::NoRoom;
        }
        line::append(&mut state.waiting, message);
        state.messages += 1;
        if state.is_busy {
            return Sending::Accepted;
        }
        let written = match turn {
            // An error occurs again in the task, which then ends.
            SendTurn::Now => pipe.try_write(&state.waiting).unwrap_or_default(),
            SendTurn::WithOthers => 0,
        };
        if written == state.waiting.len() {
            state.emptied();
        } else {
            state.waiting.advance(written);
            state.is_busy = true;
            self.left.notify_one();
        }
        Sending::Accepted
    }

    /// Writes queued messages. Ends, and closes the child's input, when a write fails or when
    /// everything sent before the stop was written.
    pub(super) async fn run(&self, stop: CancellationToken) {
        let _closed = CloseOnDrop(self);
        loop {
            let Some((pipe, batch)) = self.take() else {
                if stop.is_cancelled() {
                    return;
                }
                tokio::select! {
                    () = self.left.notified() => {}
                    () = stop.cancelled() => {}
                }
                // Lets tasks that are about to send a message run first.
                tokio::task::yield_now().await;
                continue;
            };
            if write(&pipe, batch).await.is_err() {
                return;
            }
        }
    }

    /// Takes the queued messages. If there are none, senders may write directly again.
    fn take(&self) -> Option<(Arc<Sender>, BytesMut)> {
        let mut state = self.lock();
        if state.waiting.is_empty() {
            state.is_busy = false;
            return None;
        }
        let batch = std::mem::take(&mut state.waiting);
        state.messages = 0;
        let pipe = state.pipe.clone()?;
        drop(state);
        self.taken.notify_waiters();
        Some((pipe, batch))
    }

    fn lock(&self) -> MutexGuard<'_, InputState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn write(pipe: &Sender, mut batch: BytesMut) -> io::Result<()> {
    while !batch.is_empty() {
        pipe.writable().await?;
        match pipe.try_write(&batch) {
            Ok(written) => batch.advance(written),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

// === impl InputState ===

impl InputState {
    /// Resets the queue after everything was written.
    fn emptied(&mut self) {
        self.messages = 0;
        if self.waiting.capacity() > BUFFER_KEPT {
            self.waiting = BytesMut::new();
        } else {
            self.waiting.clear();
        }
    }
}

/// Closes the input however its task ends.
struct CloseOnDrop<'a>(&'a ChildInput);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.lock().pipe = None;
        self.0.taken.notify_waiters();
    }
}

#[cfg(test)]
mod tests;
