//! Reads a segment line by line, even while it is being written.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use memchr::memchr;

/// Far more than the longest line that is ever written.
pub(super) const LINE_MAX: usize = 64 * 1024;
/// The read size.
const CHUNK: usize = 128 * 1024;

/// Returned in place of bytes that cannot be a line: a complete line without meaning, which is
/// counted as damaged.
const NO_LINE: &[u8] = b"?\t.";

/// A read position in a segment. Data after the last line feed is ignored: it is an incomplete line
/// or reserved space.
#[derive(Debug)]
pub(super) struct SegmentReader {
    file: File,
    /// Bytes that were read but not returned yet.
    buffer: Vec<u8>,
    /// The start of the next line in the buffer.
    next: usize,
    /// How far the buffer has been searched for a line feed.
    searched: usize,
    /// The start of the next line in the file.
    offset: u64,
    /// What was discarded of the current line.
    dropped: Dropped,
}

/// What was discarded before a line feed was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dropped {
    Nothing,
    /// Only zeros. The line after them is complete.
    Zeros,
    /// The beginning of a line that is too long.
    Beginning,
}

impl SegmentReader {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: File::open(path)?,
            buffer: Vec::new(),
            next: 0,
            searched: 0,
            offset: 0,
            dropped: Dropped::Nothing,
        })
    }

    /// The end of the last line that was returned.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The next complete line without its line feed, or `None` if there is none before `end` or the
    /// end of the file. While the file is being written, `end` must be the end of a complete line,
    /// because the bytes of a line become visible in no particular order.
    pub(super) fn next_line(&mut self, end: Option<u64>) -> io::Result<Option<&[u8]>> {
        loop {
            if let Some(length) = memchr(b'\n', &self.buffer[self.searched..]) {
                return Ok(Some(self.take_line(self.searched + length)));
            }
            self.searched = self.buffer.len();
            if self.searched - self.next > LINE_MAX {
                self.drop_beginning();
            }
            if !self.fill(end)? {
                return Ok(None);
            }
        }
    }

    /// Returns the line whose line feed is at `end`.
    fn take_line(&mut self, end: usize) -> &[u8] {
        let start = self.next;
        let dropped = std::mem::replace(&mut self.dropped, Dropped::Nothing);
        if dropped == Dropped::Zeros || dropped == Dropped::Nothing && self.buffer[start] == 0 {
            // A gap of zeros, as a power failure may leave, is returned separately, followed by the
            // line.
            let line = &self.buffer[start..end];
            let zeros = line.iter().take_while(|byte| **byte == 0).count();
            self.go_to(start + zeros);
            return NO_LINE;
        }
        self.go_to(end + 1);
        match dropped {
            Dropped::Beginning => NO_LINE,
            _ => &self.buffer[start..end],
        }
    }

    /// Discards data that is too long to be a line.
    fn drop_beginning(&mut self) {
        let zeros = self.buffer[self.next..].iter().all(|byte| *byte == 0);
        self.dropped = match self.dropped {
            Dropped::Nothing | Dropped::Zeros if zeros => Dropped::Zeros,
            _ => Dropped::Beginning,
        };
        self.go_to(self.buffer.len());
    }

    /// Moves to a position in the buffer.
    fn go_to(&mut self, next: usize) {
        self.offset += (next - self.next) as u64;
        self.next = next;
        self.searched = next;
    }

    /// Reads more data; `false` at the current end.
    fn fill(&mut self, end: Option<u64>) -> io::Result<bool> {
        self.buffer.drain(..self.next);
        self.searched -= self.next;
        self.next = 0;
        let kept = self.buffer.len();
        let left = end.map_or(u64::MAX, |end| {
            end.saturating_sub(self.offset + kept as u64)
        });
        let wanted = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
        self.buffer.resize(kept + wanted, 0);
        let read = loop {
            match self.file.read(&mut self.buffer[kept..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer
            .truncate(kept + read.as_ref().copied().unwrap_or_default());
        read.map(|read| read > 0)
    }
}

#[cfg(test)]
mod tests {
    use std::{fs::OpenOptions, io::Write as _};

    use super::*;

    #[test]
    fn a_growing_file_is_read_by_whole_lines() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("segment");
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(&path)
            .unwrap();
        let mut reader = SegmentReader::open(&path).unwrap();
        let mut step = |add: &[u8], expect: &[&[u8]]| {
            file.write_all(add).unwrap();
            for line in expect {
                assert_eq!(reader.next_line(None).unwrap(), Some(*line));
            }
            assert_eq!(reader.next_line(None).unwrap(), None);
            reader.offset()
        };
        assert_eq!(step(b"", &[]), 0);
        assert_eq!(step(b"one\ntw", &[b"one"]), 4);
        assert_eq!(step(b"o", &[]), 4);
        assert_eq!(step(b"\n\nthree\n", &[b"two", b"", b"three"]), 15);

        // A hole of zeros, as a power cut may leave one, is noticed and costs no other line.
        let hole = vec![0; 3 * LINE_MAX + 7];
        step(&hole, &[]);
        let mut offset = step(b"x\nfour\n", &[NO_LINE, b"x", b"four"]);
        assert_eq!(offset, 15 + hole.len() as u64 + 7);
        offset = step(b"\0\0five\n\0\n", &[NO_LINE, b"five", NO_LINE, b""]) - offset;
        assert_eq!(offset, 9);

        // Neither is anything else too long to be a line, with what follows up to a line feed.
        let long = vec![b'y'; 3 * LINE_MAX + 7];
        step(&long, &[]);
        step(&hole, &[]);
        step(b"z\nsix\n", &[NO_LINE, b"six"]);
        assert!(reader.buffer.capacity() < 3 * CHUNK);
    }

    #[test]
    fn a_file_with_room_at_its_end_is_read_up_to_there() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("segment");
        let mut content = b"one\ntwo\nthr".to_vec();
        content.resize(2 * CHUNK, 0);
        std::fs::write(&path, content).unwrap();

        let mut reader = SegmentReader::open(&path).unwrap();
        assert_eq!(reader.next_line(Some(0)).unwrap(), None);
        assert_eq!(reader.next_line(Some(4)).unwrap(), Some(&b"one"[..]));
        assert_eq!(reader.next_line(Some(4)).unwrap(), None);
        assert_eq!(reader.next_line(Some(8)).unwrap(), Some(&b"two"[..]));
        assert_eq!(reader.next_line(Some(8)).unwrap(), None);
        assert_eq!(reader.offset(), 8);
        assert_eq!(
            reader.next_line(None).unwrap(),
            None,
            "a torn line and zeros"
        );
    }
}
