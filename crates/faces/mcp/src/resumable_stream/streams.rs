//! All streams of one session.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

use super::{ResumableStream, StreamReader, StreamTerms};
use crate::response::ResponseParts;

/// How long a completed stream can still be resumed.
const KEPT: Duration = Duration::from_mins(1);
/// The maximum number of bytes buffered by completed streams.
const MOST_KEPT_BYTES: usize = 4 << 20;

/// The streams of a session, oldest first.
#[derive(Default)]
pub(crate) struct ResumableStreams(Mutex<StreamTable>);

#[derive(Default)]
struct StreamTable {
    last: u64,
    streams: Vec<Arc<ResumableStream>>,
}

// === impl ResumableStreams ===

impl ResumableStreams {
    /// Starts a stream with the messages so far. The call is driven by a separate task. `pause`
    /// asks the reader to disconnect and come back.
    pub(crate) fn begin(
        &self,
        terms: StreamTerms,
        said: Vec<Bytes>,
        parts: ResponseParts,
        pause: Option<Duration>,
    ) -> StreamReader {
        let mut table = self.lock();
        table.forget(Instant::now());
        table.last += 1;
        let stream = Arc::new(ResumableStream::new(table.last, terms, said));
        table.streams.push(Arc::clone(&stream));
        drop(table);
        if let Some(pause) = pause {
            stream.pause(pause);
        }
        let reader = stream.read(1, terms.primed);
        tokio::spawn(stream.drive(parts));
        reader
    }

    /// Resumes a stream after the event that a client names, if it exists.
    pub(crate) fn resume(&self, last_event_id: &str) -> Option<StreamReader> {
        let (serial, number) = last_event_id.split_once('-')?;
        let (serial, number): (u64, u64) = (serial.parse().ok()?, number.parse().ok()?);
        let table = self.lock();
        let stream = table.streams.iter().find(|one| one.serial == serial)?;
        Some(stream.read(number.checked_add(1)?, false))
    }

    fn lock(&self) -> MutexGuard<'_, StreamTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// === impl StreamTable ===

impl StreamTable {
    /// Drops streams that were completed long ago, and the oldest completed ones if they hold too
    /// much.
    fn forget(&mut self, now: Instant) {
        let is_old = |one: &Arc<ResumableStream>| {
            let ended = one.lock().ended;
            ended.is_some_and(|ended| now.duration_since(ended) > KEPT)
        };
        self.streams.retain(|one| !is_old(one));
        let over = |one: &Arc<ResumableStream>| {
            let state = one.lock();
            let bytes = state.events.iter().map(Bytes::len).sum::<usize>();
            state.ended.map(|_| bytes)
        };
        let mut held: usize = self.streams.iter().filter_map(over).sum();
        self.streams.retain(|one| match over(one) {
            Some(bytes) if held > MOST_KEPT_BYTES => {
                held -= bytes;
                false
            }
            _ => true,
        });
    }
}
