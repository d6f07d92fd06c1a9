//! Recovery of journals from earlier processes.

use std::{fs, io, path::Path};

use super::{
    JournalError,
    files::JournalFiles,
    lock::{SegmentLock, sweep},
    reader::SegmentReader,
    unfinished_calls::UnfinishedCalls,
};
use crate::{
    Store,
    calls::{CallAppender, CallFields, CallNovelty, FinishedCall},
};

/// What was recovered at startup from processes that ended without closing their journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JournalRecovery {
    /// Finished calls that were not in the database yet.
    pub folded: u64,
    /// Calls that had not ended, now recorded with the outcome unknown.
    pub unknown: u64,
    /// Complete lines that could not be parsed. Their segments are kept, renamed to `.damaged`.
    pub damaged: u64,
}

/// The abandoned segments of one owner.
struct AbandonedSegments<'a> {
    dir: &'a Path,
    store: &'a Store,
    batch: usize,
    appender: CallAppender,
    pairing: UnfinishedCalls,
    folded: u64,
    damaged: Vec<u64>,
}

pub(super) async fn recover(
    dir: &Path,
    store: &Store,
    batch: usize,
) -> Result<JournalRecovery, JournalError> {
    let list = || {
        JournalFiles::new_locks(dir)?
            .iter()
            .try_for_each(|path| sweep(path))?;
        JournalFiles::all(dir)
    };
    let mut total = JournalRecovery::default();
    for names in list().map_err(files(dir, "look for segments"))? {
        let claim = SegmentLock::abandoned(names).map_err(files(dir, "try a lock"))?;
        let Some(claim) = claim else { continue };
        let recovery = AbandonedSegments {
            dir,
            store,
            batch: batch.max(1),
            appender: CallAppender::default(),
            pairing: UnfinishedCalls::default(),
            folded: 0,
            damaged: Vec::new(),
        };
        let found = recovery.run(claim).await?;
        total.folded += found.folded;
        total.unknown += found.unknown;
        total.damaged += found.damaged;
    }
    Ok(total)
}

impl AbandonedSegments<'_> {
    async fn run(mut self, claim: SegmentLock) -> Result<JournalRecovery, JournalError> {
        let names = claim.names();
        for number in names.segments().map_err(self.files("look for segments"))? {
            self.fold(names, number).await?;
        }
        let damaged = self.pairing.damaged;
        let lost = std::mem::take(&mut self.pairing).into_lost();
        let mut unknown = 0;
        for batch in lost.chunks(self.batch) {
            unknown += self.record(batch).await?;
        }
        for number in &self.damaged {
            set_aside(names, *number).map_err(self.files("set a damaged segment aside"))?;
        }
        let failed = self.files("remove the folded segments");
        claim.remove_all().map_err(failed)?;
        Ok(JournalRecovery {
            folded: self.folded,
            unknown,
            damaged,
        })
    }

    async fn fold(&mut self, names: &JournalFiles, number: u64) -> Result<(), JournalError> {
        let before = self.pairing.damaged;
        let reader = SegmentReader::open(&names.segment(number));
        let mut reader = reader.map_err(self.files("open a segment"))?;
        let mut batch = Vec::with_capacity(self.batch);
        loop {
            let line = reader
                .next_line(None)
                .map_err(self.files("read a segment"))?;
            let at_end = line.is_none();
            batch.extend(line.and_then(|line| self.pairing.take(line)));
            if batch.len() >= self.batch || at_end {
                self.folded += self.record(&batch).await?;
                batch.clear();
            }
            if at_end {
                break;
            }
        }
        if self.pairing.damaged > before {
            self.damaged.push(number);
        }
        Ok(())
    }

    /// Records calls, some of which may already be recorded.
    async fn record(&mut self, calls: &[FinishedCall]) -> Result<u64, JournalError> {
        if calls.is_empty() {
            return Ok(0);
        }
        let fields: Vec<CallFields<'_>> = calls.iter().map(CallFields::from).collect();
        let novelty = CallNovelty::Unknown;
        let recorded = self.appender.append(self.store, &fields, novelty).await;
        recorded.map_err(|cause| JournalError::Recovery {
            dir: self.dir.to_owned(),
            cause,
        })
    }

    fn files(&self, task: &'static str) -> impl Fn(io::Error) -> JournalError {
        files(self.dir, task)
    }
}

/// Renames a segment with unreadable lines so that it is kept but not read again.
pub(super) fn set_aside(names: &JournalFiles, number: u64) -> io::Result<()> {
    let kept = names.damaged(number);
    tracing::error!(file = %kept.display(), "a journal segment holds unreadable lines and is kept");
    fs::rename(names.segment(number), kept)
}

pub(super) fn files(dir: &Path, task: &'static str) -> impl Fn(io::Error) -> JournalError + use<> {
    let dir = dir.to_owned();
    move |cause| JournalError::Files {
        dir: dir.clone(),
        task,
        cause,
    }
}
