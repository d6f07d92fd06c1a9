//! Appends lines: the only part of the journal that a call waits for.

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
    finished_calls::{FinishedCalls, TakenCalls, kept_begun, kept_ended},
    line::{put_begun, put_ended},
    lock::{SegmentLock, remove},
    segment::JournalSegment,
};
use crate::calls::FinishedCall;

/// A place in the journal of this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct JournalPosition {
    pub(super) segment: u64,
    pub(super) offset: u64,
}

/// The writing end.
#[derive(Debug)]
pub(super) struct JournalWriter {
    names: JournalFiles,
    segment_bytes: usize,
    batch: usize,
    sync: bool,
    state: Mutex<WriterState>,
    claim: Mutex<Option<SegmentLock>>,
    trouble: Mutex<Option<String>>,
    /// Calls that ended since the folder last looked.
    pending: AtomicUsize,
    work: Notify,
    hurry: Notify,
}

#[derive(Debug)]
struct WriterState {
    segment: JournalSegment,
    /// The size at which the next segment is begun.
    full_at: usize,
    closed: bool,
    in_flight: CallsInFlight,
    finished: FinishedCalls,
}

/// A call that has begun and not ended.
#[derive(Debug)]
struct CallInFlight {
    begun: Box<CallBegun>,
    /// Where its first line stands, to be repeated in the next segment.
    place: Range<usize>,
}

type CallsInFlight = HashMap<CallId, CallInFlight, CallIdHash>;

thread_local! {
    /// Lines are put together outside the lock, without an allocation a line.
    static LINE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

// === impl JournalWriter ===

impl JournalWriter {
    /// Begins the first segment of this process.
    pub(super) fn create(claim: SegmentLock, options: &JournalOptions) -> io::Result<Self> {
        let names = claim.names().clone();
        let segment_bytes = usize::try_from(options.segment_bytes).unwrap_or(usize::MAX);
        let state = WriterState {
            segment: JournalSegment::create(&names, 0, segment_bytes, options.sync)?,
            full_at: segment_bytes,
            closed: false,
            in_flight: HashMap::default(),
            finished: FinishedCalls::new(segment_bytes),
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
        let kept = kept_begun(begun);
        with_line(|line| {
            put_begun(line, begun);
            let mut state = self.lock();
            self.make_room(&mut state, line.len())?;
            let WriterState {
                segment, in_flight, ..
            } = &mut *state;
            match in_flight.entry(begun.id) {
                Entry::Occupied(_) => {
                    let sentence = format!("the call `{}` has already begun", begun.id);
                    return Err(io::Error::new(io::ErrorKind::AlreadyExists, sentence));
                }
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
                Entry::Vacant(_) => {
                    let sentence =
                        format!("the call `{}` has not begun or has already ended", ended.id);
                    return Err(io::Error::new(io::ErrorKind::NotFound, sentence));
                }
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

    /// Sees to it that a line fits. There is less room than a line takes only where the next
    /// segment could not be begun.
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

    fn failed(&self, segment: &JournalSegment, error: &io::Error) -> io::Error {
        let file = self.names.segment(segment.position().segment);
        let sentence = format!("cannot write to the journal `{}`: {error}", file.display());
        io::Error::new(error.kind(), sentence)
    }

    /// Begins the next segment when the present one is full. Where that fails, the present one
    /// grows on and it is tried again later: the lines are safe where they are.
    fn rotate_when_full(&self, state: &mut WriterState) {
        if state.segment.size() >= state.full_at {
            self.rotate_or_warn(state);
        }
    }

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
                // A half-written segment must not lie in the way of the next attempt.
                remove(&self.names.segment(number))?;
                Err(error)
            }
        }
    }

    /// A segment that begins with the calls in flight, and where they stand in it, in the order of
    /// the map.
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

    /// The end of the last whole line.
    pub(super) fn position(&self) -> JournalPosition {
        self.lock().segment.position()
    }

    /// The calls that ended since they were last taken.
    pub(super) fn take_finished(&self) -> TakenCalls {
        let mut state = self.lock();
        let now = state.segment.position();
        state.finished.take(now)
    }

    /// From now on ended calls are kept in memory again; says up to where they are to be read back.
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

    /// Takes no more lines.
    pub(super) fn close(&self) {
        self.lock().closed = true;
    }

    /// Gives up the lock on the files, once.
    pub(super) fn take_claim(&self) -> Option<SegmentLock> {
        locked(&self.claim).take()
    }

    pub(super) fn trouble(&self) -> Option<String> {
        locked(&self.trouble).clone()
    }

    pub(super) fn set_trouble(&self, trouble: Option<String>) {
        *locked(&self.trouble) = trouble;
    }

    /// Asks the folder to look now.
    pub(super) fn hurry(&self) {
        self.hurry.notify_one();
    }

    /// Resolves when a flush is requested.
    pub(super) async fn hurried(&self) {
        self.hurry.notified().await;
    }

    /// Resolves when a first call, or a whole batch, has ended since the last look.
    pub(super) async fn worked(&self) {
        self.work.notified().await;
    }

    pub(super) fn has_batch(&self) -> bool {
        self.pending.load(Ordering::Relaxed) >= self.batch
    }

    /// The folder looks: what ends from now on is to be announced anew.
    pub(super) fn look(&self) {
        self.pending.store(0, Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, WriterState> {
        locked(&self.state)
    }
}

/// Takes a lock, also one whose holder has panicked.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn with_line<T>(work: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    LINE.with_borrow_mut(|line| {
        line.clear();
        work(line)
    })
}
