//! Appends lines: the only part of the journal that a call waits for.

use std::{
    cell::RefCell,
    collections::HashMap,
    io,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use candor_model::{CallBegun, CallEnded, CallId};
use tokio::sync::Notify;

use super::{
    JournalOptions,
    files::JournalFiles,
    line::{put_begun, put_ended},
    lock::{SegmentLock, remove},
    segment::JournalSegment,
};

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
    segment_bytes: u64,
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
    full_at: u64,
    closed: bool,
    /// The first lines of the calls in flight, to be repeated in the next segment.
    in_flight: HashMap<CallId, Box<[u8]>>,
}

thread_local! {
    /// Lines are put together outside the lock, without an allocation a line.
    static LINE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

// === impl JournalWriter ===

impl JournalWriter {
    /// Begins the first segment of this process.
    pub(super) fn create(claim: SegmentLock, options: &JournalOptions) -> io::Result<Self> {
        let names = claim.names().clone();
        let state = WriterState {
            segment: JournalSegment::create(&names, 0, options.sync)?,
            full_at: options.segment_bytes,
            closed: false,
            in_flight: HashMap::new(),
        };
        Ok(Self {
            names,
            segment_bytes: options.segment_bytes,
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
        with_line(|line| {
            put_begun(line, begun);
            let mut state = self.lock();
            if state.in_flight.contains_key(&begun.id) {
                let sentence = format!("the call `{}` has already begun", begun.id);
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, sentence));
            }
            self.append(&mut state, line)?;
            state.in_flight.insert(begun.id, line.as_slice().into());
            self.rotate_when_full(&mut state);
            Ok(())
        })
    }

    pub(super) fn end(&self, ended: &CallEnded) -> io::Result<()> {
        with_line(|line| {
            put_ended(line, ended);
            let mut state = self.lock();
            if !state.in_flight.contains_key(&ended.id) {
                let sentence =
                    format!("the call `{}` has not begun or has already ended", ended.id);
                return Err(io::Error::new(io::ErrorKind::NotFound, sentence));
            }
            self.append(&mut state, line)?;
            state.in_flight.remove(&ended.id);
            self.rotate_when_full(&mut state);
            Ok(())
        })?;
        let pending = self.pending.fetch_add(1, Ordering::Relaxed) + 1;
        if pending == 1 || pending == self.batch {
            self.work.notify_one();
        }
        Ok(())
    }

    fn append(&self, state: &mut WriterState, line: &[u8]) -> io::Result<()> {
        if state.closed {
            return Err(io::Error::other("the journal is closed"));
        }
        state.segment.append(line, self.sync).map_err(|error| {
            let file = self.names.segment(state.segment.position().segment);
            let sentence = format!("cannot write to the journal `{}`: {error}", file.display());
            io::Error::new(error.kind(), sentence)
        })
    }

    /// Begins the next segment when the present one is full. Where that fails, the present one
    /// grows on and it is tried again later: the lines are safe where they are.
    fn rotate_when_full(&self, state: &mut WriterState) {
        if state.segment.size() < state.full_at {
            return;
        }
        if let Err(error) = self.rotate(state) {
            tracing::warn!(%error, "cannot begin a new journal segment; the old one grows on");
        }
        state.full_at = state.segment.size() + self.segment_bytes;
    }

    fn rotate(&self, state: &mut WriterState) -> io::Result<()> {
        let number = state.segment.position().segment + 1;
        let carried: Vec<u8> = state.in_flight.values().flatten().copied().collect();
        let begin = || -> io::Result<JournalSegment> {
            let mut segment = JournalSegment::create(&self.names, number, self.sync)?;
            segment.append(&carried, self.sync)?;
            Ok(segment)
        };
        match begin() {
            Ok(segment) => {
                state.segment = segment;
                Ok(())
            }
            Err(error) => {
                // A half-written segment must not lie in the way of the next attempt.
                remove(&self.names.segment(number))?;
                Err(error)
            }
        }
    }

    /// The end of the last whole line.
    pub(super) fn position(&self) -> JournalPosition {
        self.lock().segment.position()
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
