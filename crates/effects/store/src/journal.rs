//! The journal: two appended lines per call, so that no audited call is lost.
//!
//! It guarantees that when a reply has been sent, its call is in the audit log even if the process
//! is killed the next instant; and that a call in flight at that moment is found at the next start
//! and recorded with the outcome *unknown*. Two database commits per call would guarantee the same
//! at a hundred times the cost. Instead, [`Journal::begin`] and [`Journal::end`] each append one
//! line to a memory-mapped file. The data is then in the kernel's page cache, which survives the
//! process, without a system call; a power failure may lose the last moments unless
//! [`JournalOptions::sync`] is set. A background task folds finished calls into the database in
//! batches.
//!
//! **Files.** Each process writes its own series of segments, `<owner>-<number>.calls`, and holds a
//! lock on `<owner>.lock` while it runs (so the directory must be on a local disk). The space of a
//! segment is reserved when it is created, so that a full disk is an error rather than a crash;
//! zeros after the last line are unused space. At a certain size a new segment is started that
//! begins with the lines of all calls in flight: every segment is self-contained, and the old one
//! is deleted as soon as it is folded.
//!
//! **Folding** takes finished calls from memory. If the database is slow or unavailable and too
//! many accumulate, the backlog is only on disk and is read back from the segments. Calls are
//! identified by id, so folding one twice is harmless, and every step can be interrupted by a kill.
//!
//! **Recovery** folds the segments whose lock is free in the same way.

mod call_id_hash;
mod files;
mod finished_calls;
mod flush;
mod line;
mod lock;
mod reader;
mod recover;
mod segment;
mod segment_tail;
mod unfinished_calls;
mod writer;

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};

use candor_boxed::boxed;
use candor_model::{CallBegun, CallEnded};
use tokio::{sync::watch, task::JoinHandle};
use tokio_util::sync::CancellationToken;

use self::{
    flush::JournalFlusher,
    lock::SegmentLock,
    writer::{JournalPosition, JournalWriter, locked},
};
use crate::{Store, StoreError, private_files};

pub use recover::JournalRecovery;

/// The journal of this process. Shared in an `Arc`; closed with [`Journal::close`].
#[derive(Debug)]
pub struct Journal {
    dir: PathBuf,
    store: Store,
    options: JournalOptions,
    writer: Arc<JournalWriter>,
    progress: watch::Receiver<JournalPosition>,
    stop: CancellationToken,
    folder: Mutex<Option<JoinHandle<()>>>,
}

/// Notifies when calls have reached the database.
#[derive(Clone, Debug)]
pub struct JournalProgress(watch::Receiver<JournalPosition>);

/// Options of the journal. The defaults suit a gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalOptions {
    /// The size at which a new segment is started.
    pub segment_bytes: u64,
    /// The maximum delay before finished calls are folded.
    pub fold_every: Duration,
    /// The number of finished calls per batch; a full batch is folded immediately.
    pub fold_batch: usize,
    /// Whether each line is flushed to disk, to survive a power failure. Costs two disk writes per
    /// call.
    pub sync: bool,
    /// How long [`Journal::close`] waits for the database.
    pub patience: Duration,
}

/// Why the journal could not be opened, flushed or closed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The directory or a file in it cannot be used.
    #[error("cannot {task} in the journal `{dir}`; check its owner, permissions and free space")]
    Files {
        /// The directory of the journal.
        dir: PathBuf,
        /// The operation, as a verb phrase.
        task: &'static str,
        /// The operating system's error.
        #[source]
        cause: io::Error,
    },
    /// The calls of an earlier process could not be recorded.
    #[error("cannot fold the calls of an earlier process from the journal `{dir}`")]
    Recovery {
        /// The directory of the journal.
        dir: PathBuf,
        /// The database error.
        #[source]
        cause: StoreError,
    },
    /// The database did not accept the last calls in time.
    #[error(
        "the database did not take the last calls within {patience:?}; they are kept in the \
         journal `{dir}` and folded at the next start"
    )]
    Unflushed {
        /// The directory of the journal.
        dir: PathBuf,
        /// The timeout that was exceeded.
        patience: Duration,
    },
    /// The background task has ended.
    #[error("the journal `{dir}` is closed; calls left in it are folded at the next start")]
    Closed {
        /// The directory of the journal.
        dir: PathBuf,
    },
}

// === impl JournalProgress ===

impl JournalProgress {
    /// Waits for more calls to be recorded. Returns false once the journal is closed.
    #[boxed]
    pub async fn next(&mut self) -> bool {
        self.0.changed().await.is_ok()
    }
}

// === impl Journal ===

impl Journal {
    /// Opens the journal in `dir` with the default options; see [`Journal::open_with`].
    #[boxed]
    pub async fn open(dir: &Path, store: &Store) -> Result<(Self, JournalRecovery), JournalError> {
        Self::open_with(dir, store, JournalOptions::default()).await
    }

    /// Recovers what earlier processes have left in `dir`, then creates a segment for this process.
    /// Journals of running processes are not touched.
    #[boxed]
    pub async fn open_with(
        dir: &Path,
        store: &Store,
        options: JournalOptions,
    ) -> Result<(Self, JournalRecovery), JournalError> {
        let files = |task| recover::files(dir, task);
        private_files::create_dir(dir).map_err(files("create the directory"))?;
        let recovered = recover::recover(dir, store, options.fold_batch).await?;
        let claim = SegmentLock::fresh(dir).map_err(files("take a lock"))?;
        let writer =
            Arc::new(JournalWriter::create(claim, &options).map_err(files("begin a segment"))?);

        let stop = CancellationToken::new();
        let (folder, progress) = JournalFlusher::new(
            store.clone(),
            Arc::clone(&writer),
            options.clone(),
            stop.clone(),
        );
        let journal = Self {
            dir: dir.to_owned(),
            store: store.clone(),
            options,
            writer,
            progress,
            stop,
            folder: Mutex::new(Some(tokio::spawn(folder.run()))),
        };
        Ok((journal, recovered))
    }

    /// Records the beginning of a call. When it returns, the line survives the death of the
    /// process. On error the call is not in the journal and must not be made.
    ///
    /// Callable from many threads; never waits for the database.
    pub fn begin(&self, begun: &CallBegun) -> io::Result<()> {
        self.writer.begin(begun)
    }

    /// Records the end of a call. When it returns, the line survives the death of the process; only
    /// then may the reply be sent. On error the call is still in flight, and `end` can be retried.
    ///
    /// A call that has not begun or has already ended is an error of kind `NotFound`.
    pub fn end(&self, ended: &CallEnded) -> io::Result<()> {
        self.writer.end(ended)
    }

    /// Subscribes to the progress of finished calls reaching the database.
    pub fn progress(&self) -> JournalProgress {
        let mut progress = self.progress.clone();
        progress.mark_unchanged();
        JournalProgress(progress)
    }

    /// The number of calls that have begun but not ended.
    pub fn in_flight(&self) -> usize {
        self.writer.in_flight()
    }

    /// Why finished calls currently do not reach the database, if there is a problem.
    pub fn trouble(&self) -> Option<String> {
        self.writer.trouble()
    }

    /// Waits until every call that has ended so far is in the database, with no timeout.
    #[boxed]
    pub async fn flush(&self) -> Result<(), JournalError> {
        let target = self.writer.position();
        self.writer.hurry();
        let mut progress = self.progress.clone();
        let flushed = progress.wait_for(|reached| *reached >= target).await;
        flushed.map(drop).map_err(|_| JournalError::Closed {
            dir: self.dir.clone(),
        })
    }

    /// Stops accepting lines, folds finished calls and releases the directory. Calls still in
    /// flight stay in the files, and the next start records them as unknown.
    #[boxed]
    pub async fn close(&self) -> Result<(), JournalError> {
        self.writer.close();
        let patience = self.options.patience;
        let flushed = tokio::time::timeout(patience, self.flush()).await;
        self.stop.cancel();
        let folder = locked(&self.folder).take();
        if let Some(folder) = folder
            && let Err(error) = folder.await
        {
            tracing::error!(%error, "the task that folds the journal failed");
        }
        let claim = self.writer.take_claim();
        flushed.map_err(|_| JournalError::Unflushed {
            dir: self.dir.clone(),
            patience,
        })??;
        match claim {
            Some(claim) if self.writer.in_flight() == 0 => self.remove_files(claim).await,
            _ => Ok(()),
        }
    }

    /// Removes the files once everything is in the database.
    async fn remove_files(&self, claim: SegmentLock) -> Result<(), JournalError> {
        if self.options.sync
            && let Err(error) = self.store.settle().await
        {
            // The files are kept; folding them again is harmless.
            tracing::warn!(%error, "the journal is kept until the next start");
            return Ok(());
        }
        let failed = recover::files(&self.dir, "remove the folded segments");
        claim.remove_all().map_err(failed)
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

// === impl JournalOptions ===

impl Default for JournalOptions {
    fn default() -> Self {
        Self {
            // Small enough to be read back quickly at the next start after a kill.
            segment_bytes: 4 * 1024 * 1024,
            fold_every: Duration::from_millis(200),
            // Small enough that folding does not keep calls waiting for a CPU.
            fold_batch: 256,
            sync: false,
            patience: Duration::from_secs(10),
        }
    }
}
