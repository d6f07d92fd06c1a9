//! Reads a segment line by line, also while it is being written.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

/// Far more than the longest line that is ever written.
const LINE_MAX: usize = 64 * 1024;
/// How much is asked for at once.
const CHUNK: usize = 128 * 1024;

/// What is handed out in place of a run of bytes too long to be a line: a whole line that
/// means nothing, and is therefore counted as damaged.
const NO_LINE: &[u8] = b"?\t.";

/// A place in a segment. What follows the last line feed is not read: it may still be growing.
#[derive(Debug)]
pub(super) struct SegmentReader {
    file: File,
    /// Bytes read and not yet handed out.
    buffer: Vec<u8>,
    /// Where in the buffer the next line begins.
    next: usize,
    /// How far the buffer has been searched for the line's end.
    searched: usize,
    /// Where in the file the next line begins.
    offset: u64,
    /// Whether the beginning of the present line was thrown away for its length.
    overlong: bool,
}

impl SegmentReader {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: File::open(path)?,
            buffer: Vec::new(),
            next: 0,
            searched: 0,
            offset: 0,
            overlong: false,
        })
    }

    /// The end of the last line that was handed out.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// The next whole line without its line feed, or `None` where there is none yet.
    pub(super) fn next_line(&mut self) -> io::Result<Option<&[u8]>> {
        loop {
            let unsearched = &self.buffer[self.searched..];
            if let Some(length) = unsearched.iter().position(|byte| *byte == b'\n') {
                let start = self.next;
                let end = self.searched + length;
                self.offset += (end + 1 - start) as u64;
                self.next = end + 1;
                self.searched = self.next;
                let overlong = std::mem::take(&mut self.overlong);
                return Ok(Some(if overlong {
                    NO_LINE
                } else {
                    &self.buffer[start..end]
                }));
            }
            self.searched = self.buffer.len();
            if self.searched - self.next > LINE_MAX {
                self.offset += (self.searched - self.next) as u64;
                self.next = self.searched;
                self.overlong = true;
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// Reads more; `false` at the present end of the file.
    fn fill(&mut self) -> io::Result<bool> {
        self.buffer.drain(..self.next);
        self.searched -= self.next;
        self.next = 0;
        let read = (&mut self.file)
            .take(CHUNK as u64)
            .read_to_end(&mut self.buffer)?;
        Ok(read > 0)
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
                assert_eq!(reader.next_line().unwrap(), Some(*line));
            }
            assert_eq!(reader.next_line().unwrap(), None);
            reader.offset()
        };
        assert_eq!(step(b"", &[]), 0);
        assert_eq!(step(b"one\ntw", &[b"one"]), 4);
        assert_eq!(step(b"o", &[]), 4);
        assert_eq!(step(b"\n\nthree\n", &[b"two", b"", b"three"]), 15);

        // A hole of zeros, as a power cut may leave one, costs the line it stands in only.
        let hole = vec![0; 3 * LINE_MAX + 7];
        step(&hole, &[]);
        let offset = step(b"x\nfour\n", &[NO_LINE, b"four"]);
        assert_eq!(offset, 15 + hole.len() as u64 + 7);
        assert!(reader.buffer.capacity() < 3 * CHUNK);
    }
}
