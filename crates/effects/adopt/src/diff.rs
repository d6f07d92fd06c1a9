//! Diffs of files.

use std::time::Duration;

use similar::TextDiff;

use crate::plan::FileChange;
use crate::secret::masked;

/// After this long a difference is shown less neatly.
const PATIENCE: Duration = Duration::from_secs(2);

// === impl FileChange ===

impl FileChange {
    /// The difference, with secrets masked.
    pub fn diff(&self, secrets: &[String]) -> String {
        let before = self.before.as_deref().unwrap_or_default();
        let path = self.path.display().to_string();
        let from = if self.before.is_some() {
            path.as_str()
        } else {
            "/dev/null"
        };
        let mut differ = TextDiff::configure();
        let diff = differ.timeout(PATIENCE).diff_lines(before, &self.after);
        let mut unified = diff.unified_diff();
        masked(&unified.header(from, &path).to_string(), secrets)
    }
}
