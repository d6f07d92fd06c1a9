//! What asking a registry may cost.

use std::time::Duration;

/// What asking a registry may cost.
#[derive(Clone, Debug)]
pub struct RegistryLimits {
    /// How long one answer may take.
    pub answer: Duration,
    /// How long all pages may take together.
    pub refresh: Duration,
    /// The largest answer, in bytes.
    pub page_bytes: usize,
    /// The most entries in all pages.
    pub entries: usize,
    /// The most pages.
    pub pages: usize,
    /// How many entries are asked for at a time. Registries give at most 100.
    pub page_entries: usize,
    /// The largest file of the memory, and the largest file that is read.
    pub file_bytes: u64,
    /// The most files of a folder.
    pub files: usize,
}

impl Default for RegistryLimits {
    fn default() -> Self {
        Self {
            answer: Duration::from_secs(20),
            refresh: Duration::from_mins(3),
            page_bytes: 16 << 20,
            entries: 50_000,
            pages: 2_000,
            page_entries: 100,
            file_bytes: 256 << 20,
            files: 10_000,
        }
    }
}
