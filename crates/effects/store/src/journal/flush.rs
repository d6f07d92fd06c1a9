//! Moves finished calls from the segments to the database, in the background.

use std::{
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{sync::watch, task::spawn_blocking, time::sleep};
use tokio_util::sync::CancellationToken;

use super::{
    JournalOptions,
    files::JournalFiles,
    lock::remove,
    reader::SegmentReader,
    recover::set_aside,
    unfinished_calls::UnfinishedCalls,
    writer::{JournalPosition, JournalWriter, locked},
};
use crate::{Store, calls::CallRow};

/// The pause after a first failure; it doubles with every further one.
const PAUSE_MIN: Duration = Duration::from_millis(100);
/// The longest pause: a database that is back is noticed within it.
const PAUSE_MAX: Duration = Duration::from_secs(5);
/// How long the database may take for one batch.
const RECORD: Duration = Duration::from_secs(30);

/// The background task.
pub(super) struct JournalFlusher {
    store: Store,
    writer: Arc<JournalWriter>,
    options: JournalOptions,
    stop: CancellationToken,
    progress: watch::Sender<JournalPosition>,
    tail: Arc<Mutex<SegmentTail>>,
    pause: Duration,
}

/// Where the folder is in the segments.
struct SegmentTail {
    names: JournalFiles,
    segment: u64,
    reader: SegmentReader,
    pairing: UnfinishedCalls,
}

/// What one look into a segment gave.
struct TailRead {
    finished: Vec<CallRow>,
    /// Everything before this place is in `finished` or was handed out before.
    position: JournalPosition,
    at_end: bool,
}

/// The folder was told to stop.
struct FlushStopped;

// === impl JournalFlusher ===

impl JournalFlusher {
    pub(super) fn new(
        store: Store,
        writer: Arc<JournalWriter>,
        options: JournalOptions,
        stop: CancellationToken,
    ) -> io::Result<(Self, watch::Receiver<JournalPosition>)> {
        let names = writer.names().clone();
        let tail = SegmentTail {
            segment: 0,
            reader: SegmentReader::open(&names.segment(0))?,
            names,
            pairing: UnfinishedCalls::default(),
        };
        let (progress, reached) = watch::channel(JournalPosition::default());
        let folder = Self {
            store,
            writer,
            options,
            stop,
            progress,
            tail: Arc::new(Mutex::new(tail)),
            pause: PAUSE_MIN,
        };
        Ok((folder, reached))
    }

    /// Works until it is told to stop. Nothing is lost by stopping it anywhere.
    pub(super) async fn run(mut self) {
        while self.wait().await.is_ok() && self.catch_up().await.is_ok() {}
    }

    /// Waits for a first finished call, then for a whole batch or until it is time.
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

    /// Folds up to the present end of the journal.
    async fn catch_up(&mut self) -> Result<(), FlushStopped> {
        self.writer.look();
        loop {
            // Asked before reading: once there is a later segment, this one grows no more.
            let latest = self.writer.position();
            // Parsing is work, and is done where it delays no call.
            let batch = self.options.fold_batch.max(1);
            let look = match self.with_tail(move |tail| tail.look(batch, latest)).await? {
                Ok(look) => look,
                Err(error) => {
                    let trouble = format!("cannot read the journal: {error}");
                    self.back_off(trouble).await?;
                    continue;
                }
            };
            self.record(&look.finished).await?;
            let _ = self.progress.send(look.position);
            if look.at_end {
                if look.position.segment >= latest.segment {
                    return Ok(());
                }
                self.advance().await?;
            }
        }
    }

    /// Leaves a segment that is wholly folded, and goes on to the next.
    async fn advance(&mut self) -> Result<(), FlushStopped> {
        if self.options.sync {
            while let Err(error) = self.store.settle().await {
                self.back_off(sentence(&error)).await?;
            }
        }
        while let Err(error) = self.with_tail(SegmentTail::advance).await? {
            let trouble = format!("cannot go on to the next segment: {error}");
            self.back_off(trouble).await?;
        }
        Ok(())
    }

    /// Records a batch, however long the database is away.
    async fn record(&mut self, finished: &[CallRow]) -> Result<(), FlushStopped> {
        if finished.is_empty() {
            return Ok(());
        }
        loop {
            let recorded = tokio::select! {
                () = self.stop.cancelled() => return Err(FlushStopped),
                recorded = tokio::time::timeout(RECORD, self.store.record_rows(finished)) => recorded,
            };
            let trouble = match recorded {
                Ok(Ok(_)) => {
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
            () = self.writer.hurried() => Ok(()),
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

    async fn with_tail<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut SegmentTail) -> T + Send + 'static,
    ) -> Result<T, FlushStopped> {
        let tail = Arc::clone(&self.tail);
        let task = spawn_blocking(move || work(&mut locked(&tail)));
        // It ends early only when the runtime does.
        task.await.map_err(|_| FlushStopped)
    }
}

// === impl SegmentTail ===

impl SegmentTail {
    /// Reads a batch, up to the end of the journal as it was when it was asked for.
    fn look(&mut self, batch: usize, latest: JournalPosition) -> io::Result<TailRead> {
        let end = (self.segment >= latest.segment).then_some(latest.offset);
        let mut finished = Vec::new();
        let mut at_end = false;
        while finished.len() < batch {
            let Some(line) = self.reader.next_line(end)? else {
                at_end = true;
                break;
            };
            finished.extend(self.pairing.take(line));
        }
        let position = JournalPosition {
            segment: self.segment,
            offset: self.reader.offset(),
        };
        Ok(TailRead {
            finished,
            position,
            at_end,
        })
    }

    fn advance(&mut self) -> io::Result<()> {
        let next = SegmentReader::open(&self.names.segment(self.segment + 1))?;
        if self.pairing.damaged > 0 {
            set_aside(&self.names, self.segment)?;
            self.pairing.damaged = 0;
        } else {
            remove(&self.names.segment(self.segment))?;
        }
        self.reader = next;
        self.segment += 1;
        Ok(())
    }
}

/// An error and its causes, in one line.
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
