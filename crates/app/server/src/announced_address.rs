//! Announces the address of the gateway that serves a data directory.
//!
//! A serving gateway writes its address into a file and keeps the file locked while it runs. The
//! lock is released when the process ends for any reason, so an address in an unlocked file is
//! stale: the owner's secret is never sent to another process that took the port later.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::thread;
use std::time::Duration;

use candor_model::Digest;
use url::Url;

/// The name of the file in the data directory.
pub const FILE: &str = "gateway.address";
/// The prefixes of the version and of the configuration's digest.
const VERSION: &str = "version ";
const CONFIG: &str = "config ";
/// The prefixes of the configuration file's problem and of each setting that requires a restart.
const PROBLEM: &str = "problem ";
const AFTER_RESTART: &str = "after-restart ";
/// The most bytes of an address and its notes.
const LONGEST: u64 = 16 << 10;
/// The most bytes of a problem.
const LONGEST_PROBLEM: usize = 4 << 10;
/// How often the lock is tried, and the delay in between. Readers hold it only briefly.
const TRIES: (usize, Duration) = (5, Duration::from_millis(10));

/// Facts about a gateway at its start, so that other commands can tell whether it is up to date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartNotes {
    /// The version of the program.
    pub version: String,
    /// The digest of its configuration file as it is served; none for the demo.
    pub config: Option<Digest>,
    /// Why the file as it is now cannot be used, in one line.
    pub problem: Option<String>,
    /// The settings whose new value takes effect after a restart.
    pub after_restart: Vec<String>,
}

/// The address of a gateway that runs, until this is dropped.
pub struct AnnouncedAddress {
    file: File,
    address: SocketAddr,
}

// === impl StartNotes ===

impl StartNotes {
    fn text(&self, address: SocketAddr) -> String {
        let mut lines = vec![
            format!("http://{address}"),
            format!("{VERSION}{}", self.version),
        ];
        let config = self.config.iter();
        lines.extend(config.map(|config| format!("{CONFIG}{config}")));
        let problem = self.problem.iter();
        let problem = problem.map(|problem| cut(problem, LONGEST_PROBLEM));
        lines.extend(problem.map(|problem| format!("{PROBLEM}{problem}")));
        let waiting = self.after_restart.iter();
        lines.extend(waiting.map(|setting| format!("{AFTER_RESTART}{setting}")));
        lines.join("\n") + "\n"
    }
}

/// The beginning of a text, at most `most` bytes.
fn cut(text: &str, most: usize) -> &str {
    let end = text.floor_char_boundary(most);
    &text[..end]
}

// === impl AnnouncedAddress ===

impl AnnouncedAddress {
    /// Announces the address. Nothing if another gateway already serves this data directory.
    pub fn write(
        data: &Path,
        listening: SocketAddr,
        notes: &StartNotes,
    ) -> io::Result<Option<Self>> {
        let file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .mode(0o600)
            .open(data.join(FILE))?;
        if !lock(&file)? {
            return Ok(None);
        }
        let mut announced = Self {
            file,
            address: reachable(listening),
        };
        announced.rewrite(notes)?;
        Ok(Some(announced))
    }

    /// Replaces the notes under the same address. The address comes first and does not change, so
    /// that concurrent readers find it.
    pub fn rewrite(&mut self, notes: &StartNotes) -> io::Result<()> {
        let text = notes.text(self.address);
        self.file.rewind()?;
        self.file.write_all(text.as_bytes())?;
        self.file.set_len(text.len() as u64)
    }

    /// The address of the gateway that serves this data directory now, if one does.
    pub fn find(data: &Path) -> Option<Url> {
        Url::parse(held(data)?.lines().next()?.trim()).ok()
    }

    /// The notes of the gateway that currently serves this data directory.
    pub fn notes(data: &Path) -> Option<StartNotes> {
        let text = held(data)?;
        let after = |word: &str| text.lines().find_map(|line| line.strip_prefix(word));
        Some(StartNotes {
            version: after(VERSION)?.to_owned(),
            config: after(CONFIG).and_then(Digest::parse),
            problem: after(PROBLEM).map(str::to_owned),
            after_restart: text
                .lines()
                .filter_map(|line| line.strip_prefix(AFTER_RESTART))
                .map(str::to_owned)
                .collect(),
        })
    }

    /// The address as host and port.
    pub fn find_socket(data: &Path) -> Option<SocketAddr> {
        let url = Self::find(data)?;
        url.socket_addrs(|| None).ok()?.into_iter().next()
    }
}

/// The contents of the file, if its gateway is running.
fn held(data: &Path) -> Option<String> {
    let file = File::open(data.join(FILE)).ok()?;
    // If the lock can be acquired, no gateway holds the file.
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => {}
        Ok(()) | Err(TryLockError::Error(_)) => return None,
    }
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).ok()?;
    Some(text)
}

impl Drop for AnnouncedAddress {
    fn drop(&mut self) {
        // The lock ends here in any case; an empty file is only tidier.
        let _ = self.file.set_len(0);
    }
}

/// The address at which a listener on all interfaces is reached from this machine.
pub fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
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

    fn notes(config: &str) -> StartNotes {
        StartNotes {
            version: "0.1.0".to_owned(),
            config: Some(Digest::of(config)),
            problem: None,
            after_restart: Vec::new(),
        }
    }

    #[test]
    fn an_address_counts_while_its_gateway_runs() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path();
        assert_eq!(AnnouncedAddress::find(data), None);
        let held = AnnouncedAddress::write(data, at("127.0.0.1:7333"), &notes("a")).unwrap();
        assert!(held.is_some());
        let found = AnnouncedAddress::find(data).map(String::from);
        assert_eq!(found.as_deref(), Some("http://127.0.0.1:7333/"));
        assert_eq!(
            AnnouncedAddress::find_socket(data),
            Some(at("127.0.0.1:7333"))
        );
        let second = AnnouncedAddress::write(data, at("127.0.0.1:7334"), &notes("b")).unwrap();
        assert!(second.is_none(), "the first is kept");
        assert_eq!(AnnouncedAddress::notes(data), Some(notes("a")));
        let mut held = held.unwrap();
        let told = StartNotes {
            problem: Some("candor.toml:3:1: unknown key `lisen`".to_owned()),
            after_restart: vec!["server.data".to_owned(), "server.listen".to_owned()],
            ..notes("a")
        };
        for told in [told, notes("c")] {
            held.rewrite(&told).unwrap();
            assert_eq!(AnnouncedAddress::notes(data), Some(told));
            assert!(AnnouncedAddress::find(data).is_some());
        }
        drop(held);
        assert_eq!(AnnouncedAddress::find(data), None);
        assert_eq!(AnnouncedAddress::notes(data), None);
        // The state after a killed process.
        std::fs::write(data.join(FILE), "http://127.0.0.1:9\n").unwrap();
        assert_eq!(AnnouncedAddress::find(data), None);
    }

    #[test]
    fn a_listener_on_all_addresses_is_asked_on_loopback() {
        for (listens, asked) in [
            ("0.0.0.0:7333", "127.0.0.1:7333"),
            ("[::]:7333", "[::1]:7333"),
            ("192.0.2.1:80", "192.0.2.1:80"),
        ] {
            let address = reachable(listens.parse().expect("an address"));
            assert_eq!(address.to_string(), asked);
        }
    }
}
