//! Summaries of blocks.

use std::ops::Range;

use super::{
    SUMMARY_VERSION,
    bytes::{ByteReader, put_number, put_text},
    text_table::TextTable,
};
use crate::row_label::ReadError;

/// The kind of text a mark stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarkRole {
    Target = 1,
    Principal = 2,
    Approval = 4,
}

/// A summary as stored. Its tallies are parsed on demand: most summaries are skipped because of
/// their marks.
#[derive(Clone, Debug)]
pub(crate) struct BlockSummary {
    bytes: Vec<u8>,
    marks: Range<usize>,
}

/// The number of calls with a source and outcome. The tallies of a block add up to all its calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CallTally<'a> {
    pub(crate) source: Option<&'a str>,
    pub(crate) outcome: &'a str,
    /// Whether approval was required.
    pub(crate) asked: bool,
    pub(crate) count: u64,
}

/// The name of the column, for errors.
const COLUMN: &str = "summary";

/// The size of a mark.
const MARK: usize = size_of::<u32>();

/// Builds a summary, call by call.
#[derive(Clone, Debug, Default)]
pub(super) struct SummaryWriter {
    tallies: Vec<(TallyKey, u64)>,
    marks: Vec<u8>,
    /// The roles in which each text is already marked, as bits.
    marked: Vec<u8>,
}

/// Source and outcome as text indices, and whether approval was required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TallyKey {
    pub(super) source: Option<usize>,
    pub(super) outcome: usize,
    pub(super) asked: bool,
}

/// A hash that marks that a text occurs in a role. It is stored in databases, so the algorithm must
/// not change.
pub(crate) fn mark(role: MarkRole, text: &[u8]) -> u32 {
    // FNV-1a.
    let mut mark = 0x811c_9dc5;
    for byte in [&[role as u8], text].into_iter().flatten() {
        mark = (mark ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    }
    mark
}

// === impl SummaryWriter ===

impl SummaryWriter {
    pub(super) fn count(&mut self, key: TallyKey) {
        match self.tallies.iter_mut().find(|(known, _)| *known == key) {
            Some((_, count)) => *count += 1,
            None => self.tallies.push((key, 1)),
        }
    }

    /// Marks that a text occurs in a role.
    pub(super) fn mark(&mut self, texts: &TextTable, role: MarkRole, number: usize) {
        if self.marked.len() <= number {
            self.marked.resize(number + 1, 0);
        }
        let Some(roles) = self.marked.get_mut(number) else {
            return;
        };
        if *roles & role as u8 == 0 {
            *roles |= role as u8;
            let mark = mark(role, texts.bytes(number));
            self.marks.extend_from_slice(&mark.to_le_bytes());
        }
    }

    /// The finished bytes.
    pub(super) fn bytes(&self, texts: &TextTable) -> Vec<u8> {
        let text = |number| std::str::from_utf8(texts.bytes(number)).unwrap_or_default();
        let mut bytes = vec![SUMMARY_VERSION];
        put_number(&mut bytes, self.marks.len() as u64);
        bytes.extend_from_slice(&self.marks);
        for (key, count) in &self.tallies {
            let has_source = u8::from(key.source.is_some());
            bytes.push(has_source | u8::from(key.asked) << 1);
            if let Some(source) = key.source {
                put_text(&mut bytes, text(source));
            }
            put_text(&mut bytes, text(key.outcome));
            put_number(&mut bytes, *count);
        }
        bytes
    }
}

// === impl BlockSummary ===

impl BlockSummary {
    pub(crate) fn read(bytes: Vec<u8>) -> Result<Self, ReadError> {
        let mut reader = ByteReader::new(COLUMN, &bytes);
        reader.version(SUMMARY_VERSION)?;
        let marks = reader.slice()?;
        if !marks.len().is_multiple_of(MARK) {
            return Err(reader.refuse("a mark that is cut short"));
        }
        let end = bytes.len() - reader.len();
        let marks = end - marks.len()..end;
        Ok(Self { bytes, marks })
    }

    /// The number of calls of each kind. Iteration ends after an error.
    pub(crate) fn tallies(&self) -> impl Iterator<Item = Result<CallTally<'_>, ReadError>> {
        let bytes = self.bytes.get(self.marks.end..).unwrap_or_default();
        let mut bytes = ByteReader::new(COLUMN, bytes);
        let mut failed = false;
        std::iter::from_fn(move || {
            if failed || bytes.is_empty() {
                return None;
            }
            let tally = CallTally::read(&mut bytes);
            failed = tally.is_err();
            Some(tally)
        })
    }

    /// Whether a text may occur in a role; false is certain.
    pub(crate) fn may_have(&self, mark: u32) -> bool {
        let marks = self.bytes.get(self.marks.clone()).unwrap_or_default();
        let mut marks = marks.chunks_exact(MARK);
        marks.any(|found| found == mark.to_le_bytes())
    }
}

// === impl CallTally ===

impl<'a> CallTally<'a> {
    fn read(bytes: &mut ByteReader<'a>) -> Result<Self, ReadError> {
        let flags = bytes.byte()?;
        if flags > 3 {
            return Err(bytes.refuse(format!("flags {flags}")));
        }
        let source = match flags & 1 {
            0 => None,
            _ => Some(bytes.text()?),
        };
        Ok(Self {
            source,
            asked: flags & 2 != 0,
            outcome: bytes.text()?,
            count: bytes.number()?,
        })
    }
}
