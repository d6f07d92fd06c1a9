//! A file that is written through memory: what is put there lies in the kernel's page cache at
//! once, as after a `write`, and outlives the process, without a system call.
//!
//! **Room first.** A store to a page that the disk has no room for would end the process with
//! `SIGBUS`. The room is therefore reserved before it is mapped, and a full disk is an error of
//! [`MappedFile::create`] or [`MappedFile::grow`]. Reserving is `fallocate`; on file systems
//! without it, zeros are written. On those that never overwrite in place (ZFS, or Btrfs with
//! snapshots) neither is a promise: there a disk that fills up can still end the process, as a
//! kill would.
//!
//! **Others.** No reference into the mapping is ever made: bytes are copied in and out, so that
//! another process that writes to the file can spoil its content and nothing else. One that makes
//! the file shorter ends this process at its next access to what is gone, again as a kill would;
//! asking for the size first would be a system call for each write, and no protection. Files that are
//! mapped belong in a directory of the owner alone.
//!
//! This is the only crate with unsafe code.

use std::{
    fs::File,
    io::{self, Seek as _, SeekFrom, Write as _},
    ops::Range,
    ptr,
    sync::atomic::{AtomicU8, Ordering},
};

use memmap2::{MmapOptions, MmapRaw};

/// Zeros written repeatedly if space cannot be reserved otherwise.
static ZEROS: [u8; 64 * 1024] = [0; 64 * 1024];

/// A file and the memory through which it is written.
#[derive(Debug)]
pub struct MappedFile {
    file: File,
    map: MmapRaw,
}

// === impl MappedFile ===

impl MappedFile {
    /// Reserves this many bytes of an empty file, filled with zeros, and maps them. The file must
    /// be open for reading and writing.
    pub fn create(file: File, len: usize) -> io::Result<Self> {
        let map = reserve_and_map(&file, 0, len)?;
        Ok(Self { file, map })
    }

    /// Extends the file. After an error nothing has changed.
    pub fn grow(&mut self, len: usize) -> io::Result<()> {
        if len > self.len() {
            self.map = reserve_and_map(&self.file, self.len(), len)?;
        }
        Ok(())
    }

    /// The number of reserved bytes.
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Whether nothing is reserved.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes bytes at a place. The last of them is written after all others: where it is found,
    /// the others are too, whenever the process was killed.
    pub fn write(&mut self, at: usize, bytes: &[u8]) -> io::Result<()> {
        let Some((last, others)) = bytes.split_last() else {
            return Ok(());
        };
        let start = self.pointer(at, bytes.len())?;
        #[expect(unsafe_code, reason = "the mapping is known as a pointer only")]
        // SAFETY: `pointer` has checked that the mapping, which lives as long as `self`, has that
        // many bytes from there on. Nothing else in this process can point into it: it is private
        // to this type, whose methods lend nothing out, and `self` is borrowed exclusively.
        unsafe {
            ptr::copy_nonoverlapping(others.as_ptr(), start, others.len());
        }
        let end = start.wrapping_add(others.len());
        #[expect(unsafe_code, reason = "an ordered store needs an atomic")]
        // SAFETY: as above; a byte is aligned everywhere, and every access to this one that could
        // happen at the same time is another process's.
        let end = unsafe { AtomicU8::from_ptr(end) };
        end.store(*last, Ordering::Release);
        Ok(())
    }

    /// Appends a copy of a range.
    pub fn read(&self, range: Range<usize>, into: &mut Vec<u8>) -> io::Result<()> {
        let start = self.pointer(range.start, range.len())?;
        let before = into.len();
        into.resize(before + range.len(), 0);
        let target = into[before..].as_mut_ptr();
        #[expect(unsafe_code, reason = "the mapping is known as a pointer only")]
        // SAFETY: `pointer` has checked the range, and the vector has just been made long enough.
        // Writing needs an exclusive borrow of `self`, so nothing in this process writes meanwhile.
        unsafe {
            ptr::copy_nonoverlapping(start.cast_const(), target, range.len());
        }
        Ok(())
    }

    /// Waits until what was written to a range would survive a power cut.
    pub fn sync(&self, range: Range<usize>) -> io::Result<()> {
        self.pointer(range.start, range.len())?;
        self.map.flush_range(range.start, range.len())?;
        // There `msync` stops at the drive's own cache.
        if cfg!(target_vendor = "apple") {
            self.file.sync_data()?;
        }
        Ok(())
    }

    /// Waits until the length of the file and the room reserved for it would survive a power cut.
    pub fn sync_all(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// A pointer into the mapping with this many bytes after it.
    fn pointer(&self, at: usize, len: usize) -> io::Result<*mut u8> {
        match at.checked_add(len) {
            Some(end) if end <= self.len() => Ok(self.map.as_mut_ptr().wrapping_add(at)),
            _ => Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "outside the bytes that are mapped",
            )),
        }
    }
}

fn reserve_and_map(file: &File, from: usize, to: usize) -> io::Result<MmapRaw> {
    reserve(file, from, to)?;
    MmapOptions::new().len(to).map_raw(file)
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn reserve(file: &File, from: usize, to: usize) -> io::Result<()> {
    use rustix::{
        fs::{FallocateFlags, fallocate},
        io::Errno,
    };

    let len = (to - from) as u64;
    loop {
        match fallocate(file, FallocateFlags::empty(), from as u64, len) {
            Err(Errno::INTR) => {}
            Err(Errno::OPNOTSUPP | Errno::NOSYS) => return write_zeros(file, from, to),
            done => return Ok(done?),
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn reserve(file: &File, from: usize, to: usize) -> io::Result<()> {
    write_zeros(file, from, to)
}

/// Allocates space by writing zeros.
fn write_zeros(mut file: &File, from: usize, to: usize) -> io::Result<()> {
    file.seek(SeekFrom::Start(from as u64))?;
    let mut left = to - from;
    while left > 0 {
        let some = left.min(ZEROS.len());
        file.write_all(&ZEROS[..some])?;
        left -= some;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    fn open(path: &Path) -> File {
        let mut options = File::options();
        options.read(true).write(true).create_new(true);
        options.open(path).unwrap()
    }

    fn read(mapped: &MappedFile, range: Range<usize>) -> Vec<u8> {
        let mut found = Vec::new();
        mapped.read(range, &mut found).unwrap();
        found
    }

    #[test]
    fn what_is_written_is_in_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let mut mapped = MappedFile::create(open(&path), 10).unwrap();
        assert_eq!(fs::read(&path).unwrap(), [0; 10]);
        mapped.write(0, b"one\n").unwrap();
        mapped.write(4, b"").unwrap();
        mapped.write(4, b"two\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one\ntwo\n\0\0");
        assert_eq!(read(&mapped, 2..6), b"e\ntw");
        mapped.sync(4..8).unwrap();
        mapped.sync_all().unwrap();
    }

    #[test]
    fn nothing_is_touched_outside() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let mut mapped = MappedFile::create(open(&path), 4).unwrap();
        for (at, bytes) in [(0, &b"12345"[..]), (4, b"1"), (usize::MAX, b"12")] {
            let error = mapped.write(at, bytes).expect_err("it does not fit");
            assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        }
        mapped.read(2..5, &mut Vec::new()).expect_err("too far");
        mapped.sync(0..5).expect_err("too far");
        assert_eq!(fs::read(&path).unwrap(), [0; 4]);
    }

    #[test]
    fn a_file_grows_with_its_content() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let mut mapped = MappedFile::create(open(&path), 4).unwrap();
        mapped.write(0, b"1234").unwrap();
        mapped.grow(100_000).unwrap();
        mapped.grow(7).unwrap();
        assert_eq!(mapped.len(), 100_000, "it never shrinks");
        mapped.write(99_999, b"5").unwrap();
        assert_eq!(read(&mapped, 0..5), b"1234\0");
        let found = fs::read(&path).unwrap();
        assert_eq!((found.len(), found[99_999]), (100_000, b'5'));
    }

    #[test]
    fn room_is_taken_by_zeros_where_it_cannot_be_reserved() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let file = open(&path);
        (&file).write_all(b"kept").unwrap();
        write_zeros(&file, 4, ZEROS.len() + 9).unwrap();
        let found = fs::read(&path).unwrap();
        assert_eq!(
            (found.len(), &found[..5]),
            (ZEROS.len() + 9, &b"kept\0"[..])
        );
    }

    #[test]
    fn a_length_that_no_disk_has_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        let mut mapped = MappedFile::create(open(&path), 4).unwrap();
        mapped.write(0, b"1234").unwrap();
        mapped.grow(usize::MAX).expect_err("too long");
        assert_eq!((mapped.len(), read(&mapped, 0..4)), (4, b"1234".to_vec()));
    }
}
