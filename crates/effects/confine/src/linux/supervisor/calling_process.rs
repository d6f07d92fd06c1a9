//! The calling process: its memory, files and name.

use std::cell::OnceCell;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, pidfd_getfd, pidfd_open};

use super::super::kernel::Notification;

/// The longest path that the kernel takes.
const MOST_PATH: usize = 4096;
/// The read size: paths are usually short.
const STEP: usize = 256;

/// The process that waits for an answer.
pub(super) struct CallingProcess {
    thread: u32,
    status: OnceCell<String>,
    memory: OnceCell<Option<File>>,
}

// === impl CallingProcess ===

impl CallingProcess {
    pub(super) fn new(call: &Notification) -> Self {
        Self {
            thread: call.thread,
            status: OnceCell::new(),
            memory: OnceCell::new(),
        }
    }

    /// Its place in `/proc`.
    pub(super) fn folder(&self) -> PathBuf {
        PathBuf::from(format!("/proc/{}", self.thread))
    }

    /// The number of the process, not of the thread.
    pub(super) fn id(&self) -> u32 {
        let id = self.status_field("Tgid:").and_then(|id| id.parse().ok());
        id.unwrap_or(self.thread)
    }

    /// Whether its user is ours, so that what we do on its behalf is what it could do.
    pub(super) fn is_our_user(&self) -> bool {
        let own = rustix::process::geteuid().as_raw().to_string();
        // Real, effective, saved, and that for files.
        let users = self.status_field("Uid:").map(str::split_whitespace);
        users.is_some_and(|mut users| users.all(|user| user == own))
    }

    /// The program that it runs.
    pub(super) fn program(&self) -> String {
        let link = fs::read_link(self.folder().join("exe"));
        link.map_or_else(
            |_| "unknown".to_owned(),
            |path| path.to_string_lossy().into_owned(),
        )
    }

    /// The folder that relative paths begin in.
    pub(super) fn working_folder(&self) -> Option<PathBuf> {
        fs::read_link(self.folder().join("cwd")).ok()
    }

    /// The path of a descriptor.
    pub(super) fn descriptor_path(&self, descriptor: i32) -> Option<PathBuf> {
        fs::read_link(self.folder().join(format!("fd/{descriptor}"))).ok()
    }

    /// A descriptor of the process, as one of ours.
    pub(super) fn duplicate(&self, descriptor: i32) -> io::Result<OwnedFd> {
        let id = i32::try_from(self.id()).ok().and_then(Pid::from_raw);
        let process = pidfd_open(id.ok_or(io::ErrorKind::NotFound)?, PidfdFlags::empty())?;
        Ok(pidfd_getfd(process, descriptor, PidfdGetfdFlags::empty())?)
    }

    /// Bytes of its memory; fewer than requested at the end of a mapping.
    pub(super) fn bytes(&self, address: u64, length: usize) -> Option<Vec<u8>> {
        let memory = self
            .memory
            .get_or_init(|| File::open(self.folder().join("mem")).ok());
        let memory = memory.as_ref()?;
        let mut bytes = vec![0; length];
        let mut filled = 0;
        while let Some(rest) = bytes.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            match memory.read_at(rest, address.checked_add(u64::try_from(filled).ok()?)?) {
                Ok(0) | Err(_) => break,
                Ok(more) => filled += more,
            }
        }
        bytes.truncate(filled);
        (filled > 0 || length == 0).then_some(bytes)
    }

    /// Bytes of its memory, all of them.
    pub(super) fn exact_bytes<const N: usize>(&self, address: u64) -> Option<[u8; N]> {
        self.bytes(address, N)?.try_into().ok()
    }

    /// A path in its memory, which ends with a zero.
    pub(super) fn path(&self, address: u64) -> Option<PathBuf> {
        if address == 0 {
            return None;
        }
        let mut text = Vec::new();
        while text.len() < MOST_PATH {
            let place = address.checked_add(u64::try_from(text.len()).ok()?)?;
            let more = self.bytes(place, STEP)?;
            if let Some(end) = more.iter().position(|byte| *byte == 0) {
                text.extend(more.get(..end)?);
                return Some(OsString::from_vec(text).into());
            }
            text.extend(more);
        }
        None
    }

    fn status_field(&self, name: &str) -> Option<&str> {
        let status = self.status.get_or_init(|| read_status(&self.folder()));
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.map(str::trim)
    }
}

fn read_status(folder: &Path) -> String {
    fs::read_to_string(folder.join("status")).unwrap_or_default()
}
