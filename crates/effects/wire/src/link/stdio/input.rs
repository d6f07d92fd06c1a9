//! What a child is sent.
//!
//! Whoever sends a message writes it as well, as long as the pipe takes it: no other thread is woken
//! for it. What the pipe does not take is left to a task, in the order in which it was sent. So are
//! the messages of many senders: the task writes them together once everybody has had a turn, and
//! the child is woken once for all of them.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::{Buf, BytesMut};
use tokio::net::unix::pipe::Sender;
use tokio::process::ChildStdin;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::line;

/// How many messages wait for a child that does not read before the senders wait too.
const MESSAGES_MAX: usize = 64;
/// A larger buffer is given back: a single large message must not hold its memory for the life of
/// the link.
const BUFFER_KEPT: usize = 256 * 1024;

/// The standard input of a child.
#[derive(Debug)]
pub(super) struct ChildInput {
    state: Mutex<InputState>,
    /// Something waits for the task.
    left: Notify,
    /// Something has become of what waited.
    taken: Notify,
}

#[derive(Debug)]
struct InputState {
    /// None when the input is closed.
    pipe: Option<Arc<Sender>>,
    /// Lines that nobody has written yet.
    waiting: BytesMut,
    /// How many messages these are.
    messages: usize,
    /// The task writes, and everything else comes after that.
    is_busy: bool,
}

/// When a message is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum SendTurn {
    /// At once, by its sender.
    Now,
    /// Together with what others are sending.
    WithOthers,
}

/// What became of a message.
enum Sending {
    Accepted,
    NoRoom,
    Closed,
}

// === impl ChildInput ===

impl ChildInput {
    /// Takes over the pipe.
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

    /// Sends a message as one line, and waits for its place in the order. `false` if the input is
    /// closed.
    pub(super) async fn send(&self, message: &[u8], turn: SendTurn) -> bool {
        loop {
            // It hears of everything from here on, also before it is awaited.
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
            // An error is met again by the task, which ends with it.
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

    /// Writes what the pipe did not take at once. Ends, and with it the child's input, when a write
    /// fails or when all that was sent before the stop is written.
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
                // Those who are about to send something come first.
                tokio::task::yield_now().await;
                continue;
            };
            if write(&pipe, batch).await.is_err() {
                return;
            }
        }
    }

    /// What waits. Without that, senders may write themselves.
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
    /// Everything is written.
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
