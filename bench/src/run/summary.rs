//! The results: medians over the rounds, and ratios between the targets.

use std::time::Duration;

use serde::Serialize;

use crate::era::BenchEra;
use crate::load::report::LoadReport;
use crate::run::scenario::{LoadScenario, RunTarget};
use crate::time_samples::median;

/// Everything that was measured.
#[derive(Debug, Serialize)]
pub(crate) struct RunResults {
    pub(crate) version: &'static str,
    pub(crate) cores: usize,
    /// True when this program was built without optimisation, which makes the numbers worthless.
    pub(crate) debug_build: bool,
    pub(crate) seconds: f64,
    pub(crate) rounds: u16,
    pub(crate) scenarios: Vec<ScenarioResult>,
    pub(crate) memory: Vec<PeakMemory>,
}

/// Peak memory of the gateway over all scenarios with one set of tools.
#[derive(Debug, Serialize)]
pub(crate) struct PeakMemory {
    pub(crate) era: BenchEra,
    pub(crate) tools: u32,
    pub(crate) candor_peak_rss_kib: u64,
}

/// One scenario on all targets.
#[derive(Debug, Serialize)]
pub(crate) struct ScenarioResult {
    pub(crate) name: String,
    pub(crate) era: BenchEra,
    pub(crate) operation: &'static str,
    pub(crate) clients: u16,
    pub(crate) tools: u32,
    pub(crate) targets: Vec<TargetResult>,
    pub(crate) ratios: Vec<Ratio>,
}

/// Medians of one target.
#[derive(Debug, Serialize)]
pub(crate) struct TargetResult {
    pub(crate) target: RunTarget,
    pub(crate) per_second: f64,
    pub(crate) p50_us: f64,
    pub(crate) p99_us: f64,
    /// CPU time a call in microseconds.
    pub(crate) upstream_cpu_us: Option<f64>,
    pub(crate) hop_cpu_us: Option<f64>,
    pub(crate) load_cpu_us: Option<f64>,
    /// Over all rounds.
    pub(crate) errors: u64,
    pub(crate) first_error: Option<String>,
    pub(crate) rounds: Vec<LoadReport>,
}

/// One target as a share of another: the median of the rounds' ratios.
#[derive(Debug, Serialize)]
pub(crate) struct Ratio {
    pub(crate) of: RunTarget,
    pub(crate) to: RunTarget,
    pub(crate) per_second: Option<f64>,
    pub(crate) p50: Option<f64>,
    pub(crate) p99: Option<f64>,
    /// CPU time of the two hops; nothing for a direct call, which has none.
    pub(crate) hop_cpu: Option<f64>,
}

// === impl RunResults ===

impl RunResults {
    /// Nothing measured yet.
    pub(crate) fn new(seconds: Duration, rounds: u16) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            debug_build: cfg!(debug_assertions),
            seconds: seconds.as_secs_f64(),
            rounds,
            scenarios: Vec::new(),
            memory: Vec::new(),
        }
    }

    /// All errors of all scenarios.
    pub(crate) fn errors(&self) -> u64 {
        let targets = self.scenarios.iter().flat_map(|scenario| &scenario.targets);
        targets.map(|target| target.errors).sum()
    }
}

// === impl ScenarioResult ===

impl ScenarioResult {
    /// Sums up the rounds of one scenario.
    pub(crate) fn new(scenario: LoadScenario, reports: &[(RunTarget, LoadReport)]) -> Self {
        use RunTarget::{Candor, Direct, Relay};
        let targets = [Direct, Relay, Candor].into_iter();
        let results = targets.filter_map(|target| TargetResult::new(target, reports));
        let targets: Vec<_> = results.collect();
        let pairs = [(Relay, Direct), (Candor, Direct), (Candor, Relay)];
        let ratios = pairs.into_iter().filter_map(|(of, to)| {
            let find = |wanted| targets.iter().find(|result| result.target == wanted);
            Some(Ratio::new(find(of)?, find(to)?))
        });
        Self {
            name: scenario.to_string(),
            era: scenario.era,
            operation: scenario.operation.method(),
            clients: scenario.clients,
            tools: scenario.tools,
            ratios: ratios.collect(),
            targets,
        }
    }

    /// How one target did beside another.
    pub(crate) fn ratio(&self, of: RunTarget, to: RunTarget) -> Option<&Ratio> {
        let mut ratios = self.ratios.iter();
        ratios.find(|ratio| ratio.of == of && ratio.to == to)
    }

    /// The share of one target in another's calls per second.
    pub(crate) fn share(&self, of: RunTarget, to: RunTarget) -> Option<f64> {
        self.ratio(of, to)?.per_second
    }
}

// === impl TargetResult ===

impl TargetResult {
    fn new(target: RunTarget, reports: &[(RunTarget, LoadReport)]) -> Option<Self> {
        let rounds = reports.iter().filter(|(of, _)| *of == target);
        let rounds: Vec<LoadReport> = rounds.map(|(_, r)| r.clone()).collect();
        let of = |value: fn(&LoadReport) -> f64| median(rounds.iter().map(value));
        let cpu = |index| median(rounds.iter().filter_map(|r| r.cpu_us_per_call(index)));
        // The generator watches the upstream, then the hop if there is one, then itself.
        let hop = target != RunTarget::Direct;
        Some(Self {
            target,
            per_second: of(|r| r.per_second)?,
            p50_us: of(|r| r.p50_us)?,
            p99_us: of(|r| r.p99_us)?,
            upstream_cpu_us: cpu(0),
            hop_cpu_us: if hop { cpu(1) } else { None },
            load_cpu_us: cpu(1 + usize::from(hop)),
            errors: rounds.iter().map(|r| r.errors).sum(),
            first_error: rounds.iter().find_map(|r| r.first_error.clone()),
            rounds,
        })
    }
}

// === impl Ratio ===

impl Ratio {
    fn new(of: &TargetResult, to: &TargetResult) -> Self {
        let share = |value: fn(&LoadReport) -> Option<f64>| {
            let rounds = of.rounds.iter().zip(&to.rounds);
            median(rounds.filter_map(|(of, to)| divide(value(of)?, value(to)?)))
        };
        let hops = to.hop_cpu_us.is_some();
        Self {
            of: of.target,
            to: to.target,
            per_second: share(|r| Some(r.per_second)),
            p50: share(|r| Some(r.p50_us)),
            p99: share(|r| Some(r.p99_us)),
            hop_cpu: hops.then(|| share(|r| r.cpu_us_per_call(1))).flatten(),
        }
    }
}

fn divide(of: f64, to: f64) -> Option<f64> {
    (to > 0.0).then(|| of / to)
}

#[cfg(test)]
mod tests;
