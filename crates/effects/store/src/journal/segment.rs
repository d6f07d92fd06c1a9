//! One file of lines, at its writing end.

use std::{
    fs::File,
    io::{self, Write as _},
};

use super::{files::JournalFiles, writer::JournalPosition};
use crate::private_files;

/// A segment that grows.
#[derive(Debug)]
pub(super) struct JournalSegment {
    file: File,
    number: u64,
    /// Bytes in the file.
    size: u64,
    /// The end of the last whole line.
    whole: u64,
    /// Whether a write failed half-way, so that the next line must begin with a line feed.
    torn: bool,
}

impl JournalSegment {
    /// Creates the file; it must not exist.
    pub(super) fn create(names: &JournalFiles, number: u64, sync: bool) -> io::Result<Self> {
        let path = names.segment(number);
        let file = private_files::open_options()
            .append(true)
            .create_new(true)
            .open(&path)?;
        if sync && let Some(dir) = path.parent() {
            // A file survives a power cut only when its name does.
            File::open(dir)?.sync_all()?;
        }
        Ok(Self::new(file, number))
    }

    fn new(file: File, number: u64) -> Self {
        Self {
            file,
            number,
            size: 0,
            whole: 0,
            torn: false,
        }
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The end of the last whole line.
    pub(super) fn position(&self) -> JournalPosition {
        JournalPosition {
            segment: self.number,
            offset: self.whole,
        }
    }

    /// Appends whole lines; in all but odd cases with one system call. After an error nothing
    /// of them counts, and the next lines are safe from what may stand there of these.
    pub(super) fn append(&mut self, lines: &[u8], sync: bool) -> io::Result<()> {
        if self.torn {
            // Ends the line that was cut short; it is then ignored, as at the end of a file.
            self.write(b"\n")?;
        }
        self.write(lines)?;
        if sync {
            self.file.sync_data()?;
        }
        self.whole = self.size;
        Ok(())
    }

    fn write(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.file.write(bytes) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => {
                    self.size += written as u64;
                    bytes = &bytes[written..];
                    self.torn = !bytes.is_empty();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_full_disk_is_an_error_and_the_next_line_is_whole() {
        let append = |path: &std::path::Path| {
            fs::OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .unwrap()
        };
        let mut segment = JournalSegment::new(append("/dev/full".as_ref()), 0);
        let error = segment
            .append(b"B one\n", false)
            .expect_err("nothing can be written");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert_eq!((segment.size, segment.whole, segment.torn), (0, 0, false));

        // Half of a line got through before the disk was full; then there is room again.
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("segment");
        segment.file = append(&path);
        segment.write(b"B on").unwrap();
        segment.torn = true;
        assert_eq!((segment.size, segment.whole), (4, 0));
        segment.append(b"B two\n", false).unwrap();
        segment.append(b"E two\n", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"B on\nB two\nE two\n");
        assert_eq!((segment.size, segment.whole, segment.torn), (17, 17, false));
    }
}
