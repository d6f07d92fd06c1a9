//! The times that things took.

use std::time::Duration;

/// The times of one thing, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct TimeSummary {
    pub(crate) count: usize,
    pub(crate) median: f64,
    /// Of twenty, nineteen took this or less.
    pub(crate) p95: f64,
    pub(crate) slowest: f64,
}

/// The times of several things, each under the words that stand for it in the report, and how often
/// an answer was wrong.
#[derive(Debug, Default)]
pub(crate) struct TimeSamples {
    samples: Vec<(&'static str, Vec<Duration>)>,
    pub(crate) wrong: usize,
}

// === impl TimeSummary ===

impl TimeSummary {
    /// The one in the middle, of an even number the slower one, and those near and at the end.
    pub(crate) fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let count = times.len();
        let seconds = |at: usize| times.get(at).map_or(0.0, Duration::as_secs_f64);
        Self {
            count,
            median: seconds(count / 2),
            p95: seconds((count * 95).div_ceil(100).saturating_sub(1)),
            slowest: seconds(count.saturating_sub(1)),
        }
    }
}

// === impl TimeSamples ===

impl TimeSamples {
    pub(crate) fn add(&mut self, what: &'static str, took: Duration) {
        match self.samples.iter_mut().find(|(known, _)| *known == what) {
            Some((_, times)) => times.push(took),
            None => self.samples.push((what, vec![took])),
        }
    }

    /// Samples for a test, in milliseconds.
    #[cfg(test)]
    pub(crate) fn of_millis(rows: &[(&'static str, &[u64])], wrong: usize) -> Self {
        let times = |millis: &[u64]| millis.iter().copied().map(Duration::from_millis).collect();
        let rows = rows.iter().map(|(what, millis)| (*what, times(millis)));
        Self {
            samples: rows.collect(),
            wrong,
        }
    }

    /// Counts an answer that is not what it should be.
    pub(crate) fn check(&mut self, is_right: bool) {
        self.wrong += usize::from(!is_right);
    }

    /// Forgets the times of a round that warmed up what was cold; its mistakes still count.
    pub(crate) fn warmed_up(&mut self) {
        self.samples.clear();
    }

    /// The times of one thing; none if it was never measured.
    pub(crate) fn summary(&self, what: &str) -> TimeSummary {
        let found = self.samples.iter().find(|(known, _)| *known == what);
        TimeSummary::of(found.map_or_else(Vec::new, |(_, times)| times.clone()))
    }

    /// The times of everything, in the order in which it was first measured.
    pub(crate) fn summaries(&self) -> impl Iterator<Item = (&'static str, TimeSummary)> {
        let samples = self.samples.iter();
        samples.map(|(what, times)| (*what, TimeSummary::of(times.clone())))
    }
}

/// The middle value, or the mean of the two middle ones.
pub(crate) fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    if values.len() % 2 == 1 {
        return Some(upper);
    }
    Some(f64::midpoint(*values.get(values.len() / 2 - 1)?, upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_and_the_slowest() {
        for (millis, median, slowest) in [
            (&[][..], 0.0, 0.0),
            (&[5], 0.005, 0.005),
            (&[9, 1, 2], 0.002, 0.009),
            (&[4, 1, 2, 3], 0.003, 0.004),
        ] {
            let summary = TimeSamples::of_millis(&[("it", millis)], 0).summary("it");
            let expect = TimeSummary {
                count: millis.len(),
                median,
                slowest,
                ..summary
            };
            assert_eq!(summary, expect, "{millis:?}");
        }
    }

    #[test]
    fn the_middle_and_the_end_of_some_times() {
        for (millis, expect) in [
            (vec![], (0.0, 0.0)),
            (vec![5], (0.005, 0.005)),
            (vec![3, 1, 2], (0.002, 0.003)),
            ((1..=20).rev().collect(), (0.011, 0.019)),
            ((1..=100).collect(), (0.051, 0.095)),
        ] {
            let samples = TimeSamples::of_millis(&[("it", &millis[..])], 0);
            let taken = samples.summary("it");
            assert_eq!((taken.median, taken.p95), expect, "{millis:?}");
        }
    }
}
