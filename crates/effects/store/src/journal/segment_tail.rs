//! Reads calls back from the segments of this process.

use std::io;

use super::{
    files::JournalFiles, reader::SegmentReader, unfinished_calls::UnfinishedCalls,
    writer::JournalPosition,
};
use crate::calls::FinishedCall;

/// The read position.
pub(super) struct SegmentTail {
    names: JournalFiles,
    /// Calls that ended before it are in the database.
    from: JournalPosition,
    segment: u64,
    reader: SegmentReader,
    /// Whether the end of the segment was reached.
    is_at_end: bool,
    pairing: UnfinishedCalls,
}

/// The result of one read.
pub(super) struct TailRead {
    pub(super) finished: Vec<FinishedCall>,
    /// All calls before this position are in `finished` or were returned before.
    pub(super) position: JournalPosition,
    /// The segment, if some of its lines could not be parsed.
    pub(super) damaged: Option<u64>,
    /// Whether there is nothing more to read.
    pub(super) at_end: bool,
}

impl SegmentTail {
    /// Starts with the calls that ended after a position. Its segment is read from the beginning,
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

    /// Reads a batch from one segment, not beyond `until`, which must be the end of a line.
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
                // Return what was read first; the error will recur on the next call.
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
