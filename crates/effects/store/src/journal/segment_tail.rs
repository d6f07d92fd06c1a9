//! Reads calls back from the segments of this process, from a place to a later one.

use std::io;

use super::{
    files::JournalFiles, reader::SegmentReader, unfinished_calls::UnfinishedCalls,
    writer::JournalPosition,
};
use crate::calls::FinishedCall;

/// Where the reader is.
pub(super) struct SegmentTail {
    names: JournalFiles,
    /// Calls that ended before it are in the database.
    from: JournalPosition,
    segment: u64,
    reader: SegmentReader,
    /// Whether the segment has no more lines.
    is_at_end: bool,
    pairing: UnfinishedCalls,
}

/// What one look into a segment gave.
pub(super) struct TailRead {
    pub(super) finished: Vec<FinishedCall>,
    /// Everything before this place is in `finished` or was handed out before.
    pub(super) position: JournalPosition,
    /// The segment, if some of its lines could not be read.
    pub(super) damaged: Option<u64>,
    /// Whether that is all.
    pub(super) at_end: bool,
}

impl SegmentTail {
    /// Begins with the calls that ended after a place. Its segment is read from the beginning,
    /// because calls that ended later may have begun there.
    pub(super) fn open(names: JournalFiles, from: JournalPosition) -> io::Result<Self> {
        Ok(Self {
            reader: SegmentReader::open(&names.segment(from.segment))?,
            segment: from.segment,
            is_at_end: false,
            from,
            names,
            pairing: UnfinishedCalls::default(),
        })
    }

    /// Reads a batch, from one segment and not beyond `until`, which must be the end of a line.
    pub(super) fn look(&mut self, batch: usize, until: JournalPosition) -> io::Result<TailRead> {
        if self.is_at_end {
            self.go_on()?;
        }
        let is_last = self.segment >= until.segment;
        let end = is_last.then_some(until.offset);
        let mut finished = Vec::new();
        while finished.len() < batch {
            let line = match self.reader.next_line(end) {
                Ok(Some(line)) => line,
                Ok(None) => {
                    self.is_at_end = true;
                    break;
                }
                // What was read is handed out first, and then it is tried again.
                Err(_) if !finished.is_empty() => break,
                Err(error) => return Err(error),
            };
            let call = self.pairing.take(line);
            finished.extend(call.filter(|_| self.position() > self.from));
        }
        let at_end = self.is_at_end && is_last;
        Ok(TailRead {
            finished,
            position: if at_end { until } else { self.position() }.max(self.from),
            damaged: (self.pairing.damaged > 0).then_some(self.segment),
            at_end,
        })
    }

    fn position(&self) -> JournalPosition {
        JournalPosition {
            segment: self.segment,
            offset: self.reader.offset(),
        }
    }

    fn go_on(&mut self) -> io::Result<()> {
        self.reader = SegmentReader::open(&self.names.segment(self.segment + 1))?;
        self.segment += 1;
        self.is_at_end = false;
        self.pairing.damaged = 0;
        Ok(())
    }
}
