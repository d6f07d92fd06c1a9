//! Durations in microseconds, as they are stored.

use std::time::Duration;

pub(crate) use candor_clock::{micros_ago, now_micros};

/// A duration in microseconds.
pub(crate) fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX / 4)
}
