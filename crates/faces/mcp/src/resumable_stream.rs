//! Streams of a session that a client can lose and take up again.
//!
//! A client with a session that loses the stream of a call has not taken the call back. So the
//! call goes on for a while without a reader, its events are numbered and kept, and a GET that
//! names the last event that arrived gets those after it. A stream also ends on purpose: a server
//! that works on without one asks its clients to come back, and its clients are ours.

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

/// After how long a client comes back to a stream that broke.
const RETRY: Duration = Duration::from_secs(1);
/// How many events may wait for a reader, and how many that were read are kept.
const MOST_EVENTS: usize = 256;
/// How many bytes of events that were read are kept.
const MOST_BYTES: usize = 1 << 20;

/// On which terms a client reads a stream.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StreamTerms {
    /// Whether an event without data is understood, which only newer clients do.
    pub(crate) primed: bool,
    /// How long the call goes on while nobody reads.
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
    /// The number of the first kept event.
    first: u64,
    /// The number of the next event that was given to no reader.
    unread: u64,
    /// The reader that counts; those before it were replaced.
    reader: u64,
    /// Since when there is none.
    left: Option<Instant>,
    /// The reader is to go and come back after so long.
    pause: Option<Duration>,
    /// When the last event was added.
    ended: Option<Instant>,
}

/// Somebody who reads a stream. Dropping it leaves the stream to the next reader.
pub(crate) struct StreamReader {
    stream: Arc<ResumableStream>,
    reader: u64,
    next: u64,
    /// Whether the first event is the one without data.
    primes: bool,
}

/// What a reader can say.
enum ReaderStep {
    Event(Bytes),
    /// The stream is over for it.
    Over,
    /// Nothing is there yet.
    Wait,
}

/// The call was given up, because nobody came back for it.
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

    /// Reads from an event on, in the place of whoever read before.
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

    /// Keeps what comes of a call, until it is over or nobody comes back for it.
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

    /// Adds an event, when there is room for it.
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

    /// Lets the reader go until it comes back.
    pub(crate) fn pause(&self, pause: Duration) {
        if self.terms.primed {
            self.lock().pause = Some(pause);
            self.changed.notify_waiters();
        }
    }

    /// Waits until nobody has read the stream for too long.
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
    /// How many events no reader was given.
    fn waiting(&self) -> usize {
        let end = self.first + self.events.len() as u64;
        usize::try_from(end - self.unread.max(self.first)).unwrap_or(usize::MAX)
    }

    /// Lets go of the oldest events that were read, where they are too many.
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
    /// The next event as it is sent. None: the stream is over, for this reader at least.
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

    /// What can be said now.
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
