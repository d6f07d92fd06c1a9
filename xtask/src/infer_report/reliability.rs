//! Whether a stated confidence is what it says: of all findings stated at 95 %, 95 of 100 should
//! be right.

use candor_infer::ToolInference;
use candor_model::{Hint, Hints};

/// Bands of stated confidence, by their lowest percent.
pub(crate) const BANDS: [u8; 6] = [50, 60, 70, 80, 90, 95];

/// A band with fewer cases says nothing.
pub(crate) const ENOUGH: usize = 30;

/// How often findings were right, by hint, value and band.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReliabilityTable {
    rows: Vec<(Hint, bool, u8, ReliabilityCount)>,
}

/// The findings of one band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReliabilityCount {
    pub(crate) of: usize,
    pub(crate) right: usize,
    /// The sum of the stated percentages.
    pub(crate) stated: usize,
}

// === impl ReliabilityTable ===

impl ReliabilityTable {
    /// Counts the findings about one tool against its labels. Whether a tool that reads destroys
    /// or repeats is no question.
    pub(crate) fn count(&mut self, labels: Hints, inference: &ToolInference) {
        let writes = labels.get(Hint::ReadOnly) != Some(true);
        for finding in &inference.findings {
            let only_writes = matches!(finding.hint, Hint::Destructive | Hint::Idempotent);
            let Some(label) = labels.get(finding.hint).filter(|_| writes || !only_writes) else {
                continue;
            };
            let percent = finding.confidence.percent();
            let count = self.row(finding.hint, finding.value, band(percent));
            count.of += 1;
            count.right += usize::from(finding.value == label);
            count.stated += usize::from(percent);
        }
    }

    /// Adds what was counted elsewhere.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (hint, value, band, more) in &other.rows {
            let count = self.row(*hint, *value, *band);
            count.of += more.of;
            count.right += more.right;
            count.stated += more.stated;
        }
    }

    /// The rows in the order of hints, values and bands.
    pub(crate) fn rows(&self) -> Vec<(Hint, bool, u8, ReliabilityCount)> {
        let mut rows = self.rows.clone();
        rows.sort_by_key(|(hint, value, band, _)| (hint.index(), !value, *band));
        rows
    }

    fn row(&mut self, hint: Hint, value: bool, band: u8) -> &mut ReliabilityCount {
        let known = |row: &(Hint, bool, u8, _)| (row.0, row.1, row.2) == (hint, value, band);
        let at = self.rows.iter().position(known).unwrap_or_else(|| {
            let row = (hint, value, band, ReliabilityCount::default());
            self.rows.push(row);
            self.rows.len() - 1
        });
        &mut self.rows[at].3
    }
}

// === impl ReliabilityCount ===

impl ReliabilityCount {
    /// Stated and observed percent, each in tenths.
    pub(crate) fn tenths(self) -> (usize, usize) {
        let of = self.of.max(1);
        (10 * self.stated / of, 1000 * self.right / of)
    }

    /// How far stated and observed lie apart, in tenths of a point.
    pub(crate) fn error(self) -> usize {
        let (stated, observed) = self.tenths();
        stated.abs_diff(observed)
    }
}

fn band(percent: u8) -> u8 {
    let bands = BANDS.iter().rev();
    bands
        .copied()
        .find(|from| *from <= percent)
        .unwrap_or(BANDS[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_fall_into_their_bands() {
        for (percent, expect) in [(50, 50), (69, 60), (94, 90), (95, 95), (99, 95)] {
            assert_eq!(band(percent), expect, "{percent}");
        }
        let count = ReliabilityCount {
            of: 4,
            right: 3,
            stated: 320,
        };
        assert_eq!(count.tenths(), (800, 750));
        assert_eq!(count.error(), 50);
    }
}
