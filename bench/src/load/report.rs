//! What one measurement found, in a form that travels between processes.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::load::client::ClientCounts;

/// Rate, latencies, errors and CPU time of one measurement.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct LoadReport {
    /// Right answers inside the measured time.
    pub(crate) calls: u64,
    /// Wrong, missing and refused answers, also before and after the measured time.
    pub(crate) errors: u64,
    /// The first error, in words.
    pub(crate) first_error: Option<String>,
    /// The measured time.
    pub(crate) seconds: f64,
    pub(crate) per_second: f64,
    pub(crate) p50_us: f64,
    pub(crate) p99_us: f64,
    pub(crate) max_us: f64,
    /// CPU time of the watched processes over the measured time, in the order they were named,
    /// and of the load generator itself at the end.
    pub(crate) cpu: Vec<CpuTime>,
}

/// CPU time of one process.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct CpuTime {
    pub(crate) pid: u32,
    pub(crate) used_us: f64,
}

// === impl CpuTime ===

impl CpuTime {
    pub(crate) fn new(pid: u32, used: Duration) -> Self {
        Self {
            pid,
            used_us: used.as_secs_f64() * 1e6,
        }
    }
}

// === impl LoadReport ===

impl LoadReport {
    /// Sums up what the clients saw over `length`.
    pub(crate) fn new(length: Duration, tallies: &[ClientCounts], cpu: Vec<CpuTime>) -> Self {
        let latencies = tallies.iter().flat_map(|tally| &tally.latencies);
        let mut latencies: Vec<Duration> = latencies.copied().collect();
        latencies.sort_unstable();
        let calls = latencies.len() as u64;
        let seconds = length.as_secs_f64();
        Self {
            calls,
            errors: tallies.iter().map(|tally| tally.errors).sum(),
            first_error: tallies.iter().find_map(|tally| tally.first_error.clone()),
            seconds,
            per_second: if seconds > 0.0 {
                as_f64(calls) / seconds
            } else {
                0.0
            },
            p50_us: quantile_us(&latencies, 50),
            p99_us: quantile_us(&latencies, 99),
            max_us: quantile_us(&latencies, 100),
            cpu,
        }
    }

    /// CPU time per call of the watched process at this position, in microseconds.
    pub(crate) fn cpu_us_per_call(&self, index: usize) -> Option<f64> {
        let used = self.cpu.get(index)?.used_us;
        (self.calls > 0).then(|| used / as_f64(self.calls))
    }
}

/// The smallest latency that at least `percent` in a hundred calls did not exceed.
fn quantile_us(sorted: &[Duration], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100);
    let latency = sorted.get(rank.saturating_sub(1));
    latency.map_or(0.0, |latency| latency.as_secs_f64() * 1e6)
}

#[expect(clippy::cast_precision_loss, reason = "no benchmark makes 2^52 calls")]
fn as_f64(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_latencies_that_occurred() {
        let sorted: Vec<_> = (1..=200).map(Duration::from_micros).collect();
        let near = |percent, expected: f64| {
            let difference = quantile_us(&sorted, percent) - expected;
            assert!(difference.abs() < 1e-6, "{percent}");
        };
        near(50, 100.0);
        near(99, 198.0);
        near(100, 200.0);
        assert!(quantile_us(&[], 99).abs() < f64::EPSILON);
    }

    #[test]
    fn a_report_without_calls_divides_by_nothing() {
        let cpu = vec![CpuTime::new(1, Duration::from_secs(1))];
        let tallies = [ClientCounts::failed(3, "gone".into())];
        let report = LoadReport::new(Duration::ZERO, &tallies, cpu);
        assert_eq!((report.calls, report.errors), (0, 3));
        assert!(report.per_second.abs() < f64::EPSILON);
        assert_eq!(report.cpu_us_per_call(0), None);
        assert_eq!(report.first_error.as_deref(), Some("gone"));
    }
}
