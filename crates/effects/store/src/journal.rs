//! The journal: two appended lines a call, so that no audited call is lost.
//!
//! The promise: when a reply has been sent, its call is in the audit, even if the process is
//! killed the next instant; and a call that was in flight at the kill is found at the next
//! start and recorded with the outcome *unknown*. Two database commits a call would keep it
//! too, at a hundred times the cost. Instead [`Journal::begin`] and [`Journal::end`] append one
//! line each to a file that is mapped into memory. What is stored there lies in the kernel's page
//! cache, which outlives the process, and takes no system call; a power cut may take the last moments with it, unless [`JournalOptions::sync`] is
//! set. In the background, finished calls are folded into the database in batches.
//!
//! **Files.** Each process writes its own series of segments, `<owner>-<number>.calls`, and
//! holds a lock on `<owner>.lock` while it lives (so the directory must be on a local disk). The
//! room of a segment is reserved when it is begun, so that a full disk is an error and never a
//! crash; zeros after the last line are room that was not used. At a certain size a new segment is begun, with the lines of all calls still in flight at its
//! head: every segment can stand alone, and the old one is deleted as soon as it is folded.
//!
//! **Folding** takes finished calls from memory. When the database is slow or away and there are
//! too many of them, the backlog is on disk alone, and is read back from the segments. A call is
//! known by its id, so folding it twice is harmless, and every step may be cut short by a kill.
//!
//! **Recovery** folds the segments whose lock is free, in the same way.

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

/// The open journal of this process. Shared behind an `Arc`; closed with [`Journal::close`].
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

/// Tells when calls have reached the database.
#[derive(Clone, Debug)]
pub struct JournalProgress(watch::Receiver<JournalPosition>);

/// How the journal behaves. The default suits a gateway.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalOptions {
    /// The size at which a new segment is begun.
    pub segment_bytes: u64,
    /// How long a finished call waits for others before it is folded.
    pub fold_every: Duration,
    /// How many finished calls are folded at once, and do not wait for more.
    pub fold_batch: usize,
    /// Whether each line is forced to the disk, to survive a power cut. Costs a disk write
    /// twice a call.
    pub sync: bool,
    /// How long [`Journal::close`] waits for the database.
    pub patience: Duration,
}

/// Why the journal could not be opened, emptied or closed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The directory or a file in it cannot be used.
    #[error("cannot {task} in the journal `{dir}`; check its owner, permissions and free space")]
    Files {
        /// The directory of the journal.
        dir: PathBuf,
        /// What was to be done, as a verb phrase.
        task: &'static str,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// The calls of a process that ended could not be recorded.
    #[error("cannot fold the calls of an earlier process from the journal `{dir}`")]
    Recovery {
        /// The directory of the journal.
        dir: PathBuf,
        /// What the database said.
        #[source]
        cause: StoreError,
    },
    /// The database did not take the last calls in time.
    #[error(
        "the database did not take the last calls within {patience:?}; they are kept in the \
         journal `{dir}` and folded at the next start"
    )]
    Unflushed {
        /// The directory of the journal.
        dir: PathBuf,
        /// How long was waited.
        patience: Duration,
    },
    /// The task that folds has ended.
    #[error("the journal `{dir}` is closed; calls left in it are folded at the next start")]
    Closed {
        /// The directory of the journal.
        dir: PathBuf,
    },
}

// === impl JournalProgress ===

impl JournalProgress {
    /// Waits for more calls. False: there will be none, the journal is closed.
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

    /// Recovers what processes that are no more have left in `dir`, then begins a segment of
    /// this process. The journals of processes that live are not touched.
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

    /// Writes down that a call begins. Returns once the line would survive the death of the
    /// process. On an error the call is not in the journal and must not be made.
    ///
    /// It may be called from many threads and never waits for the database.
    pub fn begin(&self, begun: &CallBegun) -> io::Result<()> {
        self.writer.begin(begun)
    }

    /// Writes down that a call has ended. Returns once the line would survive the death of the
    /// process; only then may the reply be sent. On an error the call is still in flight, and
    /// `end` may be tried again.
    ///
    /// A call that has not begun, or has ended already, is an error of kind `NotFound`.
    pub fn end(&self, ended: &CallEnded) -> io::Result<()> {
        self.writer.end(ended)
    }

    /// Hears from now on when finished calls of this process have reached the database.
    pub fn progress(&self) -> JournalProgress {
        let mut progress = self.progress.clone();
        progress.mark_unchanged();
        JournalProgress(progress)
    }

    /// How many calls have begun and not ended.
    pub fn in_flight(&self) -> usize {
        self.writer.in_flight()
    }

    /// Why finished calls do not reach the database at the moment, if they do not.
    pub fn trouble(&self) -> Option<String> {
        self.writer.trouble()
    }

    /// Waits until every call that has ended so far is in the database. It waits as long as
    /// the database takes; give it a deadline where that matters.
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

    /// Takes no more lines, folds what has ended and lets go of the directory. Calls still in
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

    /// Everything is in the database, so the files are of no more use.
    async fn remove_files(&self, claim: SegmentLock) -> Result<(), JournalError> {
        if self.options.sync
            && let Err(error) = self.store.settle().await
        {
            // The files are kept, and folding them again is harmless.
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
            // Small enough that the next start after a kill reads it again in a moment.
            segment_bytes: 4 * 1024 * 1024,
            fold_every: Duration::from_millis(200),
            // Few enough that no call waits long for a processor while they are folded.
            fold_batch: 256,
            sync: false,
            patience: Duration::from_secs(10),
        }
    }
}
