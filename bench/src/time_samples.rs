//! The times that things took.

use std::time::Duration;

/// The times of one thing, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct TimeSummary {
    pub(crate) count: usize,
    pub(crate) median: f64,
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
    /// The one in the middle, of an even number the slower one, and the last.
    pub(crate) fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        let seconds = |time: Option<&Duration>| time.map_or(0.0, Duration::as_secs_f64);
        Self {
            count: times.len(),
            median: seconds(times.get(times.len() / 2)),
            slowest: seconds(times.last()),
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
            let samples = TimeSamples::of_millis(&[("it", millis)], 0);
            let count = millis.len();
            let expect = TimeSummary {
                count,
                median,
                slowest,
            };
            assert_eq!(samples.summary("it"), expect, "{millis:?}");
        }
    }
}
