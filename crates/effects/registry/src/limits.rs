//! Limits of registry queries.

use std::time::Duration;

/// Limits of registry queries.
#[derive(Clone, Debug)]
pub struct RegistryLimits {
    /// The timeout of one response.
    pub answer: Duration,
    /// The timeout of all pages together.
    pub refresh: Duration,
    /// The largest answer, in bytes.
    pub page_bytes: usize,
    /// The most entries in all pages.
    pub entries: usize,
    /// The most pages.
    pub pages: usize,
    /// The page size. Registries return at most 100 entries.
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
