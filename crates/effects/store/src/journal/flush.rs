//! The background task that moves finished calls to the database.
//!
//! Finished calls are handed over in memory. Those that did not fit are read back from the
//! segments.

use std::{collections::BTreeSet, io, sync::Arc, time::Duration};

use tokio::{sync::watch, task::spawn_blocking, time::sleep};
use tokio_util::sync::CancellationToken;

use super::{
    JournalOptions,
    files::JournalFiles,
    finished_calls::TakenCalls,
    lock::remove,
    recover::set_aside,
    segment_tail::SegmentTail,
    writer::{JournalPosition, JournalWriter},
};
use crate::{
    Store,
    calls::{CallAppender, CallFields, CallNovelty, FinishedCall},
};

/// The delay after a first failure; doubled after each further one.
const PAUSE_MIN: Duration = Duration::from_millis(100);
/// The maximum delay, after which a recovered database is noticed.
const PAUSE_MAX: Duration = Duration::from_secs(5);
/// The timeout for recording one batch.
const RECORD: Duration = Duration::from_secs(30);

/// The background task.
pub(super) struct JournalFlusher {
    store: Store,
    writer: Arc<JournalWriter>,
    options: JournalOptions,
    stop: CancellationToken,
    progress: watch::Sender<JournalPosition>,
    appender: CallAppender,
    /// Whether the next batch may already be in the database.
    novelty: CallNovelty,
    /// The first segment that has not been removed.
    oldest: u64,
    /// Segments with lines that could not be read back.
    damaged: BTreeSet<u64>,
    /// Whether a flush was requested during a delay.
    is_hurried: bool,
    pause: Duration,
}

/// The task was told to stop.
struct FlushStopped;

// === impl JournalFlusher ===

impl JournalFlusher {
    pub(super) fn new(
        store: Store,
        writer: Arc<JournalWriter>,
        options: JournalOptions,
        stop: CancellationToken,
    ) -> (Self, watch::Receiver<JournalPosition>) {
        let (progress, reached) = watch::channel(JournalPosition::default());
        let folder = Self {
            store,
            writer,
            options,
            stop,
            progress,
            appender: CallAppender::default(),
            novelty: CallNovelty::New,
            oldest: 0,
            damaged: BTreeSet::new(),
            is_hurried: false,
            pause: PAUSE_MIN,
        };
        (folder, reached)
    }

    /// Runs until told to stop. Nothing is lost if it stops at any point.
    pub(super) async fn run(mut self) {
        while self.wait().await.is_ok() && self.catch_up().await.is_ok() {}
    }

    /// Waits for a first finished call, then for a full batch or the deadline.
    async fn wait(&self) -> Result<(), FlushStopped> {
        tokio::select! {
            () = self.stop.cancelled() => return Err(FlushStopped),
            () = self.writer.hurried() => return Ok(()),
            () = self.writer.worked() => {}
        }
        let deadline = sleep(self.options.fold_every);
        tokio::pin!(deadline);
        while !self.writer.has_batch() {
            tokio::select! {
                () = self.stop.cancelled() => return Err(FlushStopped),
                () = self.writer.hurried() => break,
                () = self.writer.worked() => {}
                () = &mut deadline => break,
            }
        }
        Ok(())
    }

    /// Folds all finished calls.
    async fn catch_up(&mut self) -> Result<(), FlushStopped> {
        loop {
            self.writer.look();
            let TakenCalls {
                calls,
                position,
                is_partial,
            } = self.writer.take_finished();
            self.record_all(&calls).await?;
            self.reach(position).await?;
            if is_partial {
                self.read_back(position).await?;
            }
            if !std::mem::take(&mut self.is_hurried) {
                return Ok(());
            }
        }
    }

    /// Folds the calls that ended after a position and are not in memory.
    async fn read_back(&mut self, from: JournalPosition) -> Result<(), FlushStopped> {
        let until = self.writer.resume_finished();
        let names = self.writer.names().clone();
        let mut tail = loop {
            match SegmentTail::open(names.clone(), from) {
                Ok(tail) => break tail,
                Err(error) => self.unread(&error).await?,
            }
        };
        loop {
            // Parsing is CPU work and runs on a blocking thread.
            let batch = self.options.fold_batch.max(1);
            let task = spawn_blocking(move || {
                let look = tail.look(batch, until);
                (tail, look)
            });
            // Fails only if the runtime shuts down.
            let look;
            (tail, look) = task.await.map_err(|_| FlushStopped)?;
            let look = match look {
                Ok(look) => look,
                Err(error) => {
                    self.unread(&error).await?;
                    continue;
                }
            };
            self.damaged.extend(look.damaged);
            self.record(&look.finished).await?;
            self.reach(look.position).await?;
            if look.at_end {
                return Ok(());
            }
        }
    }

    async fn unread(&mut self, error: &io::Error) -> Result<(), FlushStopped> {
        let trouble = format!("cannot read the journal: {error}");
        self.back_off(trouble).await
    }

    /// Reports that everything before a position is in the database, and removes the segments
    /// before it.
    async fn reach(&mut self, position: JournalPosition) -> Result<(), FlushStopped> {
        if self.options.sync && self.oldest < position.segment {
            while let Err(error) = self.store.settle().await {
                self.back_off(sentence(&error)).await?;
            }
        }
        while self.oldest < position.segment {
            let (names, segment) = (self.writer.names().clone(), self.oldest);
            let is_damaged = self.damaged.contains(&segment);
            let task = spawn_blocking(move || leave(&names, segment, is_damaged));
            match task.await.map_err(|_| FlushStopped)? {
                Ok(()) => self.oldest += 1,
                Err(error) => {
                    let trouble = format!("cannot remove a folded segment: {error}");
                    self.back_off(trouble).await?;
                }
            }
        }
        let _ = self.progress.send(position);
        Ok(())
    }

    async fn record_all(&mut self, finished: &[FinishedCall]) -> Result<(), FlushStopped> {
        for batch in finished.chunks(self.options.fold_batch.max(1)) {
            self.record(batch).await?;
            // More calls are in the database, but up to which position is unknown.
            self.progress.send_modify(|_| {});
        }
        Ok(())
    }

    /// Records a batch, retrying for as long as the database is unavailable.
    async fn record(&mut self, finished: &[FinishedCall]) -> Result<(), FlushStopped> {
        if finished.is_empty() {
            return Ok(());
        }
        let calls: Vec<CallFields<'_>> = finished.iter().map(CallFields::from).collect();
        loop {
            let novelty = std::mem::replace(&mut self.novelty, CallNovelty::Unknown);
            let append = self.appender.append(&self.store, &calls, novelty);
            let recorded = tokio::select! {
                () = self.stop.cancelled() => return Err(FlushStopped),
                recorded = tokio::time::timeout(RECORD, append) => recorded,
            };
            let trouble = match recorded {
                Ok(Ok(_)) => {
                    self.novelty = CallNovelty::New;
                    self.recovered();
                    return Ok(());
                }
                Ok(Err(error)) => sentence(&error),
                Err(_) => format!("the database took longer than {RECORD:?}"),
            };
            self.back_off(trouble).await?;
        }
    }

    async fn back_off(&mut self, trouble: String) -> Result<(), FlushStopped> {
        if self.writer.trouble().is_none() {
            tracing::warn!(%trouble, "finished calls stay in the journal for now");
        }
        self.writer.set_trouble(Some(trouble));
        let pause = self.pause;
        self.pause = (pause * 2).min(PAUSE_MAX);
        tokio::select! {
            () = self.stop.cancelled() => Err(FlushStopped),
            () = self.writer.hurried() => {
                self.is_hurried = true;
                Ok(())
            }
            () = sleep(pause) => Ok(()),
        }
    }

    fn recovered(&mut self) {
        if self.pause > PAUSE_MIN {
            self.pause = PAUSE_MIN;
            self.writer.set_trouble(None);
            tracing::info!("finished calls reach the database again");
        }
    }
}

/// Removes a segment that is completely folded.
fn leave(names: &JournalFiles, segment: u64, is_damaged: bool) -> io::Result<()> {
    if is_damaged {
        return set_aside(names, segment);
    }
    remove(&names.segment(segment))
}

/// An error and its causes on one line.
fn sentence(error: &dyn std::error::Error) -> String {
    let mut sentence = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        sentence.push_str(": ");
        sentence.push_str(&next.to_string());
        cause = next.source();
    }
    sentence
}
