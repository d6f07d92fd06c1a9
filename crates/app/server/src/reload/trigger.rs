//! Detects changes of the configuration file.

use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tokio::signal::unix::{Signal, SignalKind, signal};

/// The polling interval.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// How often in a row a change must be seen before the file is read, so that a file that is still
/// being written is not.
const LOOKS: u32 = 2;
/// The same for a file that has become empty. Programs empty a file before they write it, and may be
/// paused in between; an empty configuration would remove every source.
const LOOKS_IF_EMPTIED: u32 = 10;

/// The file's metadata. A replacement of the same size and time has a different inode number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileStamp(Option<(Option<SystemTime>, u64, u64)>);

/// Decides when a changed file is complete.
struct FileChange {
    /// The metadata when the file was last read.
    read: FileStamp,
    /// The metadata when the file was last checked.
    seen: FileStamp,
    /// How often in a row the file was seen like that.
    looks: u32,
}

/// Watches the configuration file, and listens for the signal to hang up.
pub(super) struct ReloadTrigger {
    file: PathBuf,
    change: FileChange,
    hangups: Option<Signal>,
}

// === impl FileStamp ===

impl FileStamp {
    fn of(file: &Path) -> Self {
        let facts = std::fs::metadata(file).ok();
        Self(facts.map(|facts| (facts.modified().ok(), facts.len(), facts.ino())))
    }

    /// Whether there is a file without content.
    fn is_empty(self) -> bool {
        matches!(self.0, Some((_, 0, _)))
    }
}

// === impl FileChange ===

impl FileChange {
    /// A file that has just been read.
    fn none(stamp: FileStamp) -> Self {
        Self {
            read: stamp,
            seen: stamp,
            looks: 0,
        }
    }

    /// Checks the file once more. True if it has changed since it was read, and is complete; it then
    /// counts as read.
    fn is_complete(&mut self, now: FileStamp) -> bool {
        let is_same = std::mem::replace(&mut self.seen, now) == now;
        self.looks = if is_same { self.looks + 1 } else { 1 };
        if now == self.read {
            self.looks = 0;
            return false;
        }
        let is_emptied = now.is_empty() && !self.read.is_empty();
        let needed = if is_emptied { LOOKS_IF_EMPTIED } else { LOOKS };
        if self.looks < needed {
            return false;
        }
        *self = Self::none(now);
        true
    }
}

// === impl ReloadTrigger ===

impl ReloadTrigger {
    /// Watches a file that has just been read.
    pub(super) fn new(file: &Path, on_hangup: bool) -> io::Result<Self> {
        let stamp = FileStamp::of(file);
        let hangups = on_hangup.then(|| signal(SignalKind::hangup()));
        Ok(Self {
            file: file.to_owned(),
            change: FileChange::none(stamp),
            hangups: hangups.transpose()?,
        })
    }

    /// Waits until the file has changed, or a request to read it comes.
    pub(super) async fn next(&mut self) {
        loop {
            let asked = async {
                match &mut self.hangups {
                    Some(hangups) => hangups.recv().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                _ = asked => {
                    self.change = FileChange::none(FileStamp::of(&self.file));
                    return;
                }
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
            if self.change.is_complete(FileStamp::of(&self.file)) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp(length: u64) -> FileStamp {
        FileStamp(Some((None, length, 1)))
    }

    /// The looks after which a file that had 5 bytes is read, each given by the length that is seen.
    fn check(lengths: &[u64], expect: &[usize]) {
        let mut change = FileChange::none(stamp(5));
        let read = lengths.iter().enumerate();
        let read = read.filter(|(_, length)| change.is_complete(stamp(**length)));
        let read: Vec<usize> = read.map(|(look, _)| look + 1).collect();
        assert_eq!(read, expect, "{lengths:?}");
    }

    #[test]
    fn a_change_is_read_once_when_it_was_seen_twice() {
        check(&[5, 5, 5], &[]);
        check(&[6, 6, 6, 6], &[2]);
        check(&[6, 7, 8, 8], &[4]);
        check(&[6, 6, 7, 7], &[2, 4]);
        check(&[6, 5, 5], &[]);
    }

    #[test]
    fn a_file_that_has_become_empty_is_given_time_to_be_written() {
        check(&[0, 0, 0, 0, 6, 6], &[6]);
        check(&[0, 0, 0, 0, 5, 5], &[]);
        check(&[0; 12], &[10]);
    }

    #[test]
    fn a_file_that_is_gone_is_no_empty_file() {
        let mut change = FileChange::none(stamp(5));
        let gone = FileStamp(None);
        assert!(!change.is_complete(gone));
        assert!(change.is_complete(gone));
    }
}
