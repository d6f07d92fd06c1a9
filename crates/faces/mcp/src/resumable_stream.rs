//! Streams of a session that a client can lose and resume.
//!
//! A client with a session that loses the stream of a call has not cancelled the call. So the call
//! continues for a while without a reader, its events are numbered and buffered, and a GET that
//! names the last received event gets those after it. A stream also ends on purpose: a server that
//! continues without a stream asks its clients to come back, which is passed on to our clients.

mod streams;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use candor_wire::sse;
use futures_util::StreamExt;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use crate::response::{ResponsePart, ResponseParts};

pub(crate) use streams::ResumableStreams;

/// The delay before a client reconnects to a broken stream.
const RETRY: Duration = Duration::from_secs(1);
/// The maximum number of unread events, and of buffered events that were read.
const MOST_EVENTS: usize = 256;
/// The maximum number of bytes of buffered events that were read.
const MOST_BYTES: usize = 1 << 20;

/// The conditions for reading a stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StreamTerms {
    /// Whether the client understands an event without data, which only newer ones do.
    pub(crate) primed: bool,
    /// How long the call continues without a reader.
    pub(crate) return_window: Duration,
}

/// The stream of one call.
pub(crate) struct ResumableStream {
    serial: u64,
    terms: StreamTerms,
    state: Mutex<StreamState>,
    changed: Notify,
}

#[derive(Debug)]
struct StreamState {
    events: VecDeque<Bytes>,
    /// The number of the first buffered event.
    first: u64,
    /// The number of the next event that no reader has got.
    unread: u64,
    /// The number of the current reader; earlier ones were replaced.
    reader: u64,
    /// Since when there is no reader.
    left: Option<Instant>,
    /// The reader should disconnect and come back after this delay.
    pause: Option<Duration>,
    /// When the last event was added.
    ended: Option<Instant>,
}

/// A reader of a stream. Dropping it detaches it, so that another reader can resume.
pub(crate) struct StreamReader {
    stream: Arc<ResumableStream>,
    reader: u64,
    next: u64,
    /// Whether the first event is the one without data.
    primes: bool,
}

/// The next step of a reader.
enum ReaderStep {
    Event(Bytes),
    /// The stream has ended for this reader.
    Over,
    /// Nothing is there yet.
    Wait,
}

/// The call was cancelled, because no reader came back for it.
struct Abandoned;

// === impl ResumableStream ===

impl ResumableStream {
    fn new(serial: u64, terms: StreamTerms, said: Vec<Bytes>) -> Self {
        let state = StreamState {
            events: said.into(),
            first: 1,
            unread: 1,
            reader: 0,
            left: Some(Instant::now()),
            pause: None,
            ended: None,
        };
        Self {
            serial,
            terms,
            state: Mutex::new(state),
            changed: Notify::new(),
        }
    }

    /// Attaches a new reader that starts at an event, and replaces the previous one.
    fn read(self: &Arc<Self>, next: u64, primes: bool) -> StreamReader {
        let mut state = self.lock();
        state.reader += 1;
        state.left = None;
        let reader = state.reader;
        drop(state);
        self.changed.notify_waiters();
        StreamReader {
            stream: Arc::clone(self),
            reader,
            next,
            primes,
        }
    }

    /// Buffers the messages of a call, until it is over or no reader comes back.
    async fn drive(self: Arc<Self>, mut parts: ResponseParts) {
        loop {
            let part = tokio::select! {
                biased;
                part = parts.next() => part,
                Abandoned = self.abandoned() => break,
            };
            let kept = match part {
                Some(ResponsePart::Aside(message)) => self.push(message).await,
                Some(ResponsePart::Answer(answer)) => self.push(answer.into_bytes()).await,
                Some(ResponsePart::Paused(pause)) => {
                    self.pause(pause);
                    Ok(())
                }
                None => break,
            };
            if kept.is_err() {
                break;
            }
        }
        self.lock().ended = Some(Instant::now());
        self.changed.notify_waiters();
    }

    /// Adds an event, once there is room for it.
    async fn push(&self, message: Bytes) -> Result<(), Abandoned> {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            {
                let mut state = self.lock();
                if state.waiting() < MOST_EVENTS {
                    state.events.push_back(message);
                    state.forget();
                    break;
                }
            }
            tokio::select! {
                () = changed => {}
                Abandoned = self.abandoned() => return Err(Abandoned),
            }
        }
        self.changed.notify_waiters();
        Ok(())
    }

    /// Ends the current reader's stream; the client is expected to come back.
    pub(crate) fn pause(&self, pause: Duration) {
        if self.terms.primed {
            self.lock().pause = Some(pause);
            self.changed.notify_waiters();
        }
    }

    /// Waits until the stream had no reader for too long.
    async fn abandoned(&self) -> Abandoned {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            let left = self.lock().left;
            match left {
                None => changed.await,
                Some(left) => {
                    let over = timeout_at(left + self.terms.return_window, changed)
                        .await
                        .is_err();
                    if over && self.lock().left == Some(left) {
                        return Abandoned;
                    }
                }
            }
        }
    }

    fn id(&self, number: u64) -> String {
        format!("{}-{number}", self.serial)
    }

    fn lock(&self) -> MutexGuard<'_, StreamState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl StreamState ===

impl StreamState {
    /// The number of events that no reader has got.
    fn waiting(&self) -> usize {
        let end = self.first + self.events.len() as u64;
        usize::try_from(end - self.unread.max(self.first)).unwrap_or(usize::MAX)
    }

    /// Drops the oldest events that were read, if there are too many.
    fn forget(&mut self) {
        let mut bytes: usize = self.events.iter().map(Bytes::len).sum();
        while self.first < self.unread
            && (self.events.len() > MOST_EVENTS || bytes > MOST_BYTES)
            && let Some(event) = self.events.pop_front()
        {
            bytes -= event.len();
            self.first += 1;
        }
    }

    fn event(&self, number: u64) -> Option<&Bytes> {
        let at = usize::try_from(number.checked_sub(self.first)?).ok()?;
        self.events.get(at)
    }
}

// === impl StreamReader ===

impl StreamReader {
    /// The next event as it is sent. `None`: the stream is over, at least for this reader.
    pub(crate) async fn next(&mut self) -> Option<Bytes> {
        loop {
            let stream = Arc::clone(&self.stream);
            let changed = stream.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            match self.step() {
                ReaderStep::Event(event) => return Some(event),
                ReaderStep::Over => return None,
                ReaderStep::Wait => changed.await,
            }
        }
    }

    /// The next step, without waiting.
    fn step(&mut self) -> ReaderStep {
        let stream = Arc::clone(&self.stream);
        let mut state = stream.lock();
        if state.reader != self.reader {
            return ReaderStep::Over;
        }
        if std::mem::take(&mut self.primes) {
            let retry = state.pause.unwrap_or(RETRY);
            return ReaderStep::Event(sse::priming(&stream.id(self.next - 1), retry));
        }
        self.next = self.next.max(state.first);
        if let Some(event) = state.event(self.next) {
            let event = sse::numbered_event(&stream.id(self.next), event);
            self.next += 1;
            state.unread = state.unread.max(self.next);
            drop(state);
            stream.changed.notify_waiters();
            return ReaderStep::Event(event);
        }
        if state.pause.take().is_some() || state.ended.is_some() {
            return ReaderStep::Over;
        }
        ReaderStep::Wait
    }
}

impl Drop for StreamReader {
    fn drop(&mut self) {
        let mut state = self.stream.lock();
        if state.reader == self.reader {
            state.left = Some(Instant::now());
            drop(state);
            self.stream.changed.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests;
