//! One measurement of one target: what the load generator saw, and who used how much CPU time.

use serde::Serialize;

use crate::load::report::LoadReport;

/// One measurement. CPU times are in microseconds a call.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct MeasuredRound {
    pub(crate) report: LoadReport,
    /// Nothing where the upstream is a child of the hop.
    pub(crate) upstream_cpu_us: Option<f64>,
    /// All processes of the hop and their children; nothing of a direct call, which has none.
    pub(crate) hop_cpu_us: Option<f64>,
    pub(crate) load_cpu_us: Option<f64>,
}

// === impl MeasuredRound ===

impl MeasuredRound {
    /// Calls per second; nothing where no call ended within the measured time.
    pub(crate) fn per_second(&self) -> Option<f64> {
        (self.report.calls > 0).then_some(self.report.per_second)
    }

    pub(crate) fn p50_us(&self) -> Option<f64> {
        (self.report.calls > 0).then_some(self.report.p50_us)
    }

    pub(crate) fn p99_us(&self) -> Option<f64> {
        (self.report.calls > 0).then_some(self.report.p99_us)
    }

    /// Gives each CPU time to whom it belongs. The generator tells those of the upstream first,
    /// then those of the hop, and its own last.
    pub(crate) fn new(report: LoadReport, upstream: Option<u32>, hop: &[u32]) -> Self {
        let first = usize::from(upstream.is_some());
        let of_hop: Vec<f64> = (first..first + hop.len())
            .filter_map(|at| report.cpu_us_per_call(at))
            .collect();
        Self {
            upstream_cpu_us: upstream.and_then(|_| report.cpu_us_per_call(0)),
            hop_cpu_us: (!of_hop.is_empty()).then(|| of_hop.iter().sum()),
            load_cpu_us: report.cpu_us_per_call(first + hop.len()),
            report,
        }
    }
}
