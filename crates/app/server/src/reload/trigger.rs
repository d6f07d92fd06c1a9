//! Detects changes of the configuration file.

use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tokio::signal::unix::{Signal, SignalKind, signal};

/// The polling interval. A change must be seen twice, so that a file that is still being written is
/// not read.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The file's metadata. A replacement of the same size and time has a different inode number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileStamp(Option<(Option<SystemTime>, u64, u64)>);

/// Watches the configuration file, and listens for the signal to hang up.
pub(super) struct ReloadTrigger {
    file: PathBuf,
    /// The metadata when the file was last read.
    read: FileStamp,
    /// The metadata when the file was last checked.
    seen: FileStamp,
    hangups: Option<Signal>,
}

// === impl FileStamp ===

impl FileStamp {
    fn of(file: &Path) -> Self {
        let facts = std::fs::metadata(file).ok();
        Self(facts.map(|facts| (facts.modified().ok(), facts.len(), facts.ino())))
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
            read: stamp,
            seen: stamp,
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
                    self.seen = FileStamp::of(&self.file);
                    self.read = self.seen;
                    return;
                }
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
            let now = FileStamp::of(&self.file);
            let is_settled = std::mem::replace(&mut self.seen, now) == now;
            if is_settled && now != self.read {
                self.read = now;
                return;
            }
        }
    }
}
