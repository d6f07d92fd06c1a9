//! The results: medians over the rounds, and ratios between the targets.

use serde::Serialize;

use crate::era::BenchEra;
use crate::run::figures::RunFigures;
use crate::run::measured::MeasuredRound;
use crate::run::scenario::LoadScenario;
use crate::run::target::RunTarget;
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
    pub(crate) figures: RunFigures,
    /// What was left out, and why.
    pub(crate) skipped: Vec<String>,
}

/// Peak memory of one target over all scenarios of one plan.
#[derive(Debug, Serialize)]
pub(crate) struct PeakMemory {
    pub(crate) target: RunTarget,
    pub(crate) era: BenchEra,
    pub(crate) tools: u32,
    pub(crate) peak_rss_kib: u64,
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
}

/// Medians of one target.
#[derive(Debug, Serialize)]
pub(crate) struct TargetResult {
    pub(crate) target: RunTarget,
    /// Nothing where no call ended within the measured time.
    pub(crate) per_second: Option<f64>,
    pub(crate) p50_us: Option<f64>,
    pub(crate) p99_us: Option<f64>,
    /// CPU time a call in microseconds.
    pub(crate) upstream_cpu_us: Option<f64>,
    pub(crate) hop_cpu_us: Option<f64>,
    pub(crate) load_cpu_us: Option<f64>,
    /// Over all rounds.
    pub(crate) errors: u64,
    pub(crate) first_error: Option<String>,
    pub(crate) rounds: Vec<MeasuredRound>,
}

// === impl RunResults ===

impl RunResults {
    /// Nothing measured yet.
    pub(crate) fn new(seconds: f64, rounds: u16) -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            debug_build: cfg!(debug_assertions),
            seconds,
            rounds,
            scenarios: Vec::new(),
            memory: Vec::new(),
            figures: RunFigures::default(),
            skipped: Vec::new(),
        }
    }

    /// All errors of all scenarios and figures. Those of peers are theirs: they are shown, and no
    /// reason to doubt the others.
    pub(crate) fn errors(&self) -> u64 {
        let targets = self.scenarios.iter().flat_map(|scenario| &scenario.targets);
        let ours = targets.filter(|result| !result.target.is_peer());
        let errors: u64 = ours.map(|target| target.errors).sum();
        errors + self.figures.wrong()
    }

    /// The scenario with this name, if it was measured.
    pub(crate) fn scenario(&self, name: &str) -> Option<&ScenarioResult> {
        self.scenarios.iter().find(|scenario| scenario.name == name)
    }
}

// === impl ScenarioResult ===

impl ScenarioResult {
    /// Sums up the rounds of one scenario, for every target that took part.
    pub(crate) fn new(scenario: LoadScenario, rounds: &[(RunTarget, MeasuredRound)]) -> Self {
        let mut targets: Vec<TargetResult> = Vec::new();
        for (target, _) in rounds {
            if targets.iter().all(|result| result.target != *target) {
                targets.push(TargetResult::new(*target, rounds));
            }
        }
        Self {
            name: scenario.to_string(),
            era: scenario.era,
            operation: scenario.operation.method(),
            clients: scenario.clients,
            tools: scenario.tools,
            targets,
        }
    }

    fn target(&self, target: RunTarget) -> Option<&TargetResult> {
        self.targets.iter().find(|result| result.target == target)
    }

    /// One target as a share of another: the median of the rounds' ratios.
    pub(crate) fn ratio(
        &self,
        of: RunTarget,
        to: RunTarget,
        value: fn(&MeasuredRound) -> Option<f64>,
    ) -> Option<f64> {
        let rounds = self.target(of)?.rounds.iter().zip(&self.target(to)?.rounds);
        median(rounds.filter_map(|(of, to)| divide(value(of)?, value(to)?)))
    }

    /// The share of one target in another's calls per second.
    pub(crate) fn share(&self, of: RunTarget, to: RunTarget) -> Option<f64> {
        self.ratio(of, to, MeasuredRound::per_second)
    }

    /// The CPU time of a hop beside that of another one.
    pub(crate) fn cpu(&self, of: RunTarget, to: RunTarget) -> Option<f64> {
        self.ratio(of, to, |round| round.hop_cpu_us)
    }

    /// What a hop adds to the p99 of a direct call, beside what another one adds.
    pub(crate) fn added_p99(&self, of: RunTarget, to: RunTarget) -> Option<f64> {
        let p99 = |target| {
            Some(
                self.target(target)?
                    .rounds
                    .iter()
                    .map(MeasuredRound::p99_us),
            )
        };
        let rounds = p99(of)?.zip(p99(to)?).zip(p99(RunTarget::Direct)?);
        median(rounds.filter_map(|((of, to), direct)| {
            let direct = direct?;
            divide(of? - direct, to? - direct)
        }))
    }
}

// === impl TargetResult ===

impl TargetResult {
    fn new(target: RunTarget, rounds: &[(RunTarget, MeasuredRound)]) -> Self {
        let rounds = rounds.iter().filter(|(of, _)| *of == target);
        let rounds: Vec<MeasuredRound> = rounds.map(|(_, round)| round.clone()).collect();
        let of = |value: fn(&MeasuredRound) -> Option<f64>| median(rounds.iter().filter_map(value));
        let reports = || rounds.iter().map(|round| &round.report);
        Self {
            target,
            per_second: of(MeasuredRound::per_second),
            p50_us: of(MeasuredRound::p50_us),
            p99_us: of(MeasuredRound::p99_us),
            upstream_cpu_us: of(|it| it.upstream_cpu_us),
            hop_cpu_us: of(|it| it.hop_cpu_us),
            load_cpu_us: of(|it| it.load_cpu_us),
            errors: reports().map(|report| report.errors).sum(),
            first_error: reports().find_map(|report| report.first_error.clone()),
            rounds,
        }
    }
}

fn divide(of: f64, to: f64) -> Option<f64> {
    (to > 0.0).then(|| of / to)
}

#[cfg(test)]
pub(crate) mod tests;
