//! The writing end of a segment.
//!
//! The space is reserved on creation and lines are written through the memory mapping. Zeros follow
//! the last line.

use std::{fs::File, io, ops::Range};

use candor_mapped_file::MappedFile;

use super::{files::JournalFiles, reader::LINE_MAX, writer::JournalPosition};
use crate::private_files;

/// A growing segment.
#[derive(Debug)]
pub(super) struct JournalSegment {
    file: MappedFile,
    number: u64,
    /// The end of the last line.
    end: usize,
}

impl JournalSegment {
    /// Creates the file, which must not exist, with space for this many bytes and one more line.
    pub(super) fn create(
        names: &JournalFiles,
        number: u64,
        room: usize,
        sync: bool,
    ) -> io::Result<Self> {
        let path = names.segment(number);
        let file = private_files::open_options()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&path)?;
        let file = MappedFile::create(file, room.saturating_add(LINE_MAX))?;
        if sync && let Some(dir) = path.parent() {
            file.sync_all()?;
            // After a power failure a file only exists if its directory entry was synced, too.
            File::open(dir)?.sync_all()?;
        }
        Ok(Self {
            file,
            number,
            end: 0,
        })
    }

    /// The size of the lines in bytes.
    pub(super) fn size(&self) -> usize {
        self.end
    }

    /// The end of the last line.
    pub(super) fn position(&self) -> JournalPosition {
        JournalPosition {
            segment: self.number,
            offset: self.end as u64,
        }
    }

    pub(super) fn has_room(&self, bytes: usize) -> bool {
        bytes <= self.file.len() - self.end
    }

    /// Reserves space for this many bytes, and some more.
    pub(super) fn grow(&mut self, bytes: usize) -> io::Result<()> {
        self.file.grow(self.end + bytes + LINE_MAX)
    }

    /// Appends complete lines, for which there must be space; returns their range. The last line
    /// feed is written last, so that a kill never leaves an incomplete line that looks complete.
    pub(super) fn append(&mut self, lines: &[u8], sync: bool) -> io::Result<Range<usize>> {
        let place = self.end..self.end + lines.len();
        self.file.write(place.start, lines)?;
        self.end = place.end;
        if sync && !lines.is_empty() {
            self.file.sync(place.clone())?;
        }
        Ok(place)
    }

    /// Copies a line.
    pub(super) fn read(&self, place: Range<usize>, into: &mut Vec<u8>) -> io::Result<()> {
        self.file.read(place, into)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn lines_stand_before_zeros_and_room_is_made() {
        let dir = tempfile::tempdir().unwrap();
        let names = JournalFiles::fresh(dir.path());
        let mut segment = JournalSegment::create(&names, 3, 10, true).unwrap();
        JournalSegment::create(&names, 3, 10, false).expect_err("it is there already");
        assert_eq!(segment.append(b"B one\n", false).unwrap(), 0..6);
        assert_eq!(segment.append(b"B two\n", true).unwrap(), 6..12);
        assert_eq!(segment.position().offset, 12);
        let found = fs::read(names.segment(3)).unwrap();
        assert!(found.starts_with(b"B one\nB two\n\0"));
        assert!(found[12..].iter().all(|byte| *byte == 0));

        let long = vec![b'x'; 10 + LINE_MAX];
        assert!(!segment.has_room(long.len()));
        segment.append(&long, false).expect_err("there is no room");
        assert_eq!(segment.size(), 12, "nothing of it counts");
        segment.grow(long.len()).unwrap();
        assert!(segment.has_room(long.len()));
        let place = segment.append(&long, true).unwrap();
        let mut read = Vec::new();
        segment.read(place, &mut read).unwrap();
        assert_eq!(read, long);
    }
}
