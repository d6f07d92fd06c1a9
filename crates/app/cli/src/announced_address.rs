//! Where the gateway of a data directory listens.
//!
//! A serving gateway writes its address into a file and keeps the file locked while it runs. The
//! lock ends with the process, however it ends, so an address without one belongs to nobody: the
//! owner's secret is never sent to a stranger who took the port later.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::net::SocketAddr;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::thread;
use std::time::Duration;

use url::Url;

use crate::probe::reachable;

/// The name of the file in the data directory.
const FILE: &str = "gateway.address";
/// The most bytes of an address.
const LONGEST: u64 = 1024;
/// How often and after which pause the lock is tried. Whoever looks holds it for a moment.
const TRIES: (usize, Duration) = (5, Duration::from_millis(10));

/// The address of a gateway that runs, until this is dropped.
pub(crate) struct AnnouncedAddress(File);

// === impl AnnouncedAddress ===

impl AnnouncedAddress {
    /// Announces the address. Nothing if another gateway already serves this data directory.
    pub(crate) fn write(data: &Path, listening: SocketAddr) -> io::Result<Option<Self>> {
        let mut file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .mode(0o600)
            .open(data.join(FILE))?;
        if !lock(&file)? {
            return Ok(None);
        }
        file.set_len(0)?;
        writeln!(file, "http://{}", reachable(listening))?;
        Ok(Some(Self(file)))
    }

    /// The address of the gateway that serves this data directory now, if one does.
    pub(crate) fn find(data: &Path) -> Option<Url> {
        let file = File::open(data.join(FILE)).ok()?;
        // Who gets the lock has found a file that nobody holds any more.
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => {}
            Ok(()) | Err(TryLockError::Error(_)) => return None,
        }
        let mut text = String::new();
        file.take(LONGEST).read_to_string(&mut text).ok()?;
        Url::parse(text.trim()).ok()
    }
}

impl Drop for AnnouncedAddress {
    fn drop(&mut self) {
        // The lock ends here in any case; an empty file is only tidier.
        let _ = self.0.set_len(0);
    }
}

fn lock(file: &File) -> io::Result<bool> {
    let (tries, pause) = TRIES;
    for _ in 0..tries {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) => thread::sleep(pause),
            Err(TryLockError::Error(cause)) => return Err(cause),
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_counts_while_its_gateway_runs() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        assert_eq!(AnnouncedAddress::find(data), None);
        let held = AnnouncedAddress::write(data, at("127.0.0.1:7333")).unwrap();
        assert!(held.is_some());
        let found = AnnouncedAddress::find(data).map(String::from);
        assert_eq!(found.as_deref(), Some("http://127.0.0.1:7333/"));
        let second = AnnouncedAddress::write(data, at("127.0.0.1:7334")).unwrap();
        assert!(second.is_none(), "the first is kept");
        drop(held);
        assert_eq!(AnnouncedAddress::find(data), None);
        // What a killed process leaves behind.
        std::fs::write(data.join(FILE), "http://127.0.0.1:9\n").unwrap();
        assert_eq!(AnnouncedAddress::find(data), None);
    }
}
