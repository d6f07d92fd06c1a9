//! Appending lines: the only part of the journal that a call waits for.

use std::{
    cell::RefCell,
    collections::{HashMap, hash_map::Entry},
    io,
    ops::Range,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use candor_model::{CallBegun, CallEnded, CallId};
use tokio::sync::Notify;

use super::{
    JournalOptions,
    call_id_hash::CallIdHash,
    files::JournalFiles,
    finished_calls::{FinishedCalls, TakenCalls, kept_ended},
    line::{put_begun, put_ended},
    lock::{SegmentLock, remove},
    segment::JournalSegment,
};
use crate::calls::{FinishedCall, KeptBegun};

/// A position in the journal of this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct JournalPosition {
    pub(super) segment: u64,
    pub(super) offset: u64,
}

/// The writing end of the journal.
#[derive(Debug)]
pub(super) struct JournalWriter {
    names: JournalFiles,
    segment_bytes: usize,
    batch: usize,
    sync: bool,
    state: Mutex<WriterState>,
    claim: Mutex<Option<SegmentLock>>,
    trouble: Mutex<Option<String>>,
    /// The number of calls that ended since the flusher last looked.
    pending: AtomicUsize,
    work: Notify,
    hurry: Notify,
}

#[derive(Debug)]
struct WriterState {
    segment: JournalSegment,
    /// The size at which the next segment is started.
    full_at: usize,
    closed: bool,
    in_flight: CallsInFlight,
    finished: FinishedCalls,
}

/// A call that has begun but not ended.
#[derive(Debug)]
struct CallInFlight {
    begun: KeptBegun,
    /// The location of its begin line, to be copied to the next segment.
    place: Range<usize>,
}

type CallsInFlight = HashMap<CallId, CallInFlight, CallIdHash>;

thread_local! {
    /// Lines are formatted outside the lock, in a reused buffer.
    static LINE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

// === impl JournalWriter ===

impl JournalWriter {
    /// Creates the first segment of this process.
    pub(super) fn create(claim: SegmentLock, options: &JournalOptions) -> io::Result<Self> {
        let names = claim.names().clone();
        let segment_bytes = usize::try_from(options.segment_bytes).unwrap_or(usize::MAX);
        let state = WriterState {
            segment: JournalSegment::create(&names, 0, segment_bytes, options.sync)?,
            full_at: segment_bytes,
            closed: false,
            in_flight: HashMap::default(),
            finished: FinishedCalls::new(segment_bytes, options.fold_batch),
        };
        Ok(Self {
            names,
            segment_bytes,
            batch: options.fold_batch.max(1),
            sync: options.sync,
            state: Mutex::new(state),
            claim: Mutex::new(Some(claim)),
            trouble: Mutex::new(None),
            pending: AtomicUsize::new(0),
            work: Notify::new(),
            hurry: Notify::new(),
        })
    }

    pub(super) fn begin(&self, begun: &CallBegun) -> io::Result<()> {
        let kept = KeptBegun::of(begun);
        with_line(|line| {
            put_begun(line, &kept);
            let mut state = self.lock();
            self.make_room(&mut state, line.len())?;
            let WriterState {
                segment, in_flight, ..
            } = &mut *state;
            match in_flight.entry(begun.id) {
                Entry::Occupied(_) => return Err(already_begun(begun.id)),
                Entry::Vacant(entry) => {
                    let place = self.append(segment, line)?;
                    entry.insert(CallInFlight { begun: kept, place });
                }
            }
            self.rotate_when_full(&mut state);
            Ok(())
        })
    }

    pub(super) fn end(&self, ended: &CallEnded) -> io::Result<()> {
        let kept = kept_ended(ended);
        with_line(|line| {
            put_ended(line, ended);
            let mut state = self.lock();
            self.make_room(&mut state, line.len())?;
            let WriterState {
                segment,
                in_flight,
                finished,
                ..
            } = &mut *state;
            match in_flight.entry(ended.id) {
                Entry::Vacant(_) => return Err(not_in_flight(ended.id)),
                Entry::Occupied(entry) => {
                    let begins = segment.position();
                    self.append(segment, line)?;
                    let CallInFlight { begun, place } = entry.remove();
                    let call = FinishedCall { begun, ended: kept };
                    finished.push(call, place.len() + line.len(), begins);
                }
            }
            self.rotate_when_full(&mut state);
            Ok(())
        })?;
        let pending = self.pending.fetch_add(1, Ordering::Relaxed) + 1;
        if pending == 1 || pending == self.batch {
            self.work.notify_one();
        }
        Ok(())
    }

    /// Makes sure that a line fits. Space is insufficient only if the next segment could not be
    /// created.
    fn make_room(&self, state: &mut WriterState, bytes: usize) -> io::Result<()> {
        if state.closed {
            return Err(io::Error::other("the journal is closed"));
        }
        if !state.segment.has_room(bytes) {
            self.rotate_or_warn(state);
        }
        if !state.segment.has_room(bytes) {
            let grown = state.segment.grow(bytes);
            grown.map_err(|error| self.failed(&state.segment, &error))?;
        }
        Ok(())
    }

    fn append(&self, segment: &mut JournalSegment, line: &[u8]) -> io::Result<Range<usize>> {
        let appended = segment.append(line, self.sync);
        appended.map_err(|error| self.failed(segment, &error))
    }

    #[cold]
    fn failed(&self, segment: &JournalSegment, error: &io::Error) -> io::Error {
        let file = self.names.segment(segment.position().segment);
        let sentence = format!("cannot write to the journal `{}`: {error}", file.display());
        io::Error::new(error.kind(), sentence)
    }

    /// Starts the next segment if the current one is full. If that fails, the current one grows and
    /// it is tried again later: the lines are safe where they are.
    fn rotate_when_full(&self, state: &mut WriterState) {
        if state.segment.size() >= state.full_at {
            self.rotate_or_warn(state);
        }
    }

    #[cold]
    fn rotate_or_warn(&self, state: &mut WriterState) {
        if let Err(error) = self.rotate(state) {
            tracing::warn!(%error, "cannot begin a new journal segment; the old one grows on");
        }
        state.full_at = state.segment.size().saturating_add(self.segment_bytes);
    }

    fn rotate(&self, state: &mut WriterState) -> io::Result<()> {
        let number = state.segment.position().segment + 1;
        match self.next_segment(state, number) {
            Ok((segment, places)) => {
                state.segment = segment;
                for (call, place) in state.in_flight.values_mut().zip(places) {
                    call.place = place;
                }
                Ok(())
            }
            Err(error) => {
                // A partially written segment must not block the next attempt.
                remove(&self.names.segment(number))?;
                Err(error)
            }
        }
    }

    /// Creates a segment that begins with the calls in flight; returns their locations in the order
    /// of the map.
    fn next_segment(
        &self,
        state: &WriterState,
        number: u64,
    ) -> io::Result<(JournalSegment, Vec<Range<usize>>)> {
        let mut carried = Vec::new();
        let mut places = Vec::with_capacity(state.in_flight.len());
        for call in state.in_flight.values() {
            let start = carried.len();
            state.segment.read(call.place.clone(), &mut carried)?;
            places.push(start..carried.len());
        }
        let room = carried.len().saturating_add(self.segment_bytes);
        let mut segment = JournalSegment::create(&self.names, number, room, self.sync)?;
        segment.append(&carried, self.sync)?;
        Ok((segment, places))
    }

    /// The end of the last complete line.
    pub(super) fn position(&self) -> JournalPosition {
        self.lock().segment.position()
    }

    /// Takes the calls that ended since the last time.
    pub(super) fn take_finished(&self) -> TakenCalls {
        let mut state = self.lock();
        let now = state.segment.position();
        state.finished.take(now)
    }

    /// Resumes keeping finished calls in memory; returns the position up to which to read back.
    pub(super) fn resume_finished(&self) -> JournalPosition {
        let mut state = self.lock();
        state.finished.resume();
        state.segment.position()
    }

    pub(super) fn in_flight(&self) -> usize {
        self.lock().in_flight.len()
    }

    pub(super) fn names(&self) -> &JournalFiles {
        &self.names
    }

    /// Stops accepting lines.
    pub(super) fn close(&self) {
        self.lock().closed = true;
    }

    /// Releases the lock on the files, once.
    pub(super) fn take_claim(&self) -> Option<SegmentLock> {
        locked(&self.claim).take()
    }

    pub(super) fn trouble(&self) -> Option<String> {
        locked(&self.trouble).clone()
    }

    pub(super) fn set_trouble(&self, trouble: Option<String>) {
        *locked(&self.trouble) = trouble;
    }

    /// Tells the flusher to run now.
    pub(super) fn hurry(&self) {
        self.hurry.notify_one();
    }

    /// Resolves when a flush is requested.
    pub(super) async fn hurried(&self) {
        self.hurry.notified().await;
    }

    /// Resolves when a first call or a full batch has ended since the last look.
    pub(super) async fn worked(&self) {
        self.work.notified().await;
    }

    pub(super) fn has_batch(&self) -> bool {
        self.pending.load(Ordering::Relaxed) >= self.batch
    }

    /// Resets the count of finished calls, so that new ones are announced.
    pub(super) fn look(&self) {
        self.pending.store(0, Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, WriterState> {
        locked(&self.state)
    }
}

#[cold]
fn already_begun(id: CallId) -> io::Error {
    let sentence = format!("the call `{id}` has already begun");
    io::Error::new(io::ErrorKind::AlreadyExists, sentence)
}

#[cold]
fn not_in_flight(id: CallId) -> io::Error {
    let sentence = format!("the call `{id}` has not begun or has already ended");
    io::Error::new(io::ErrorKind::NotFound, sentence)
}

/// Locks a mutex, ignoring poisoning.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn with_line<T>(work: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    LINE.with_borrow_mut(|line| {
        line.clear();
        work(line)
    })
}
