//! Processes as the kernel tells of them.

use std::fs;
use std::path::PathBuf;

/// A process. It may end at any moment; then there is nothing to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KernelProcess(pub(crate) u32);

// === impl KernelProcess ===

impl KernelProcess {
    /// The workers that a gateway has started for its programs.
    pub(crate) fn workers_of(gateway: u32) -> Vec<Self> {
        let entries = fs::read_dir("/proc").expect("processes");
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let all = names.filter_map(|name| name.parse().ok()).map(Self);
        let mut workers: Vec<Self> = all
            .filter(|it| it.number("PPid") == Some(gateway.into()) && it.is_worker())
            .collect();
        workers.sort();
        workers
    }

    /// A line of its status, such as `Seccomp`.
    pub(crate) fn status(self, name: &str) -> Option<String> {
        let text = self.text("status")?;
        let rest = text.lines().find_map(|line| line.strip_prefix(name));
        Some(rest?.strip_prefix(':')?.trim().to_owned())
    }

    /// The memory that it holds, in bytes; nothing once it has ended.
    pub(crate) fn memory(self) -> u64 {
        self.number("VmRSS").unwrap_or_default() * 1024
    }

    /// A file that tells of it.
    pub(crate) fn text(self, name: &str) -> Option<String> {
        fs::read_to_string(self.path(name)).ok()
    }

    /// Where a link that tells of it leads.
    pub(crate) fn link(self, name: &str) -> Option<PathBuf> {
        fs::read_link(self.path(name)).ok()
    }

    /// What it has open, by number.
    pub(crate) fn open(self) -> Vec<(String, PathBuf)> {
        let Ok(entries) = fs::read_dir(self.path("fd")) else {
            return Vec::new();
        };
        let mut open: Vec<(String, PathBuf)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let number = entry.file_name().into_string().ok()?;
                Some((number, fs::read_link(entry.path()).ok()?))
            })
            .collect();
        open.sort();
        open
    }

    fn number(self, name: &str) -> Option<u64> {
        let value = self.status(name)?;
        value.split_whitespace().next()?.parse().ok()
    }

    fn is_worker(self) -> bool {
        let line = self.text("cmdline").unwrap_or_default();
        line.ends_with("\0worker\0script\0")
    }

    fn path(self, name: &str) -> PathBuf {
        PathBuf::from(format!("/proc/{}/{name}", self.0))
    }
}
