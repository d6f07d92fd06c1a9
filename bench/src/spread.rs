//! The times that one thing took.

use std::time::Duration;

/// The times of one thing, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Spread {
    pub(crate) count: usize,
    pub(crate) median: f64,
    pub(crate) slowest: f64,
}

// === impl Spread ===

impl Spread {
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
            let times = millis.iter().map(|ms| Duration::from_millis(*ms)).collect();
            let count = millis.len();
            let expect = Spread {
                count,
                median,
                slowest,
            };
            assert_eq!(Spread::of(times), expect, "{millis:?}");
        }
    }
}
