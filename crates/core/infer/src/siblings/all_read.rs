//! A source all of whose other tools are declared to read.

use candor_model::Hint;

use super::OtherTools;

/// How many other tools must say so, all of them, and what that weighs: enough where nothing is said
/// against it, and less than any plain word.
const OTHERS: usize = 5;
const ALL_READ: i32 = 10;

// === impl OtherTools ===

impl OtherTools<'_, '_> {
    /// What it weighs that all other tools which declare it are read-only.
    pub(crate) fn all_read(&self) -> Option<(i32, String)> {
        let count = self.without_own(&self.siblings.all, Hint::ReadOnly);
        let why = || {
            format!(
                "all {} other tools that declare it are read-only",
                count.yes
            )
        };
        (count.yes >= OTHERS && count.no == 0).then(|| (ALL_READ, why()))
    }
}
