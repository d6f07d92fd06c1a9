//! `candor-bench run`: starts the processes, measures in interleaved rounds, reports ratios.

mod aims;
mod candor;
mod database;
mod figures;
mod hop;
mod measured;
mod plan;
mod render;
mod scenario;
mod setup;
mod stack;
mod summary;
mod target;

use std::time::Duration;

use anyhow::{Context, Result};

use crate::args::RunArgs;
use crate::era::BenchEra;
use crate::report::{print, progress};
use crate::run::figures::RunFigures;
use crate::run::measured::MeasuredRound;
use crate::run::plan::StackPlan;
use crate::run::scenario::LoadScenario;
use crate::run::setup::RunSetup;
use crate::run::stack::RunStack;
use crate::run::summary::{PeakMemory, RunResults, ScenarioResult};
use crate::run::target::RunTarget;

/// How long and how often everything is measured.
#[derive(Debug, Clone, Copy)]
struct RunLength {
    seconds: Duration,
    rounds: u16,
}

/// Measures everything; `false` when answers were wrong.
pub(crate) async fn command(args: &RunArgs) -> Result<bool> {
    let mut kept = None;
    let is_right = print(async {
        let results = measure(args).await?;
        let is_right = results.errors() == 0;
        let report = render::report(kept.insert(results));
        Ok((report, is_right))
    })
    .await?;
    if let (Some(path), Some(results)) = (&args.json, kept) {
        let mut json = serde_json::to_vec_pretty(&results)?;
        json.push(b'\n');
        std::fs::write(path, json).with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(is_right)
}

async fn measure(args: &RunArgs) -> Result<RunResults> {
    let length = RunLength::of(args);
    let setup = RunSetup::prepare(args).await?;
    let mut results = RunResults::new(length.seconds.as_secs_f64(), length.rounds);
    for era in args.era.map_or(BenchEra::ALL.to_vec(), |era| vec![era]) {
        for plan in StackPlan::of(era) {
            if plan.targets.iter().any(|target| setup.has(*target)) {
                measure_plan(&plan, &setup, length, &mut results).await?;
            }
        }
    }
    if let Ok(binary) = setup.candor() {
        results.figures = RunFigures::measure(binary, length.rounds).await?;
    }
    Ok(results)
}

async fn measure_plan(
    plan: &StackPlan,
    setup: &RunSetup,
    length: RunLength,
    results: &mut RunResults,
) -> Result<()> {
    let mut skip = |target: RunTarget, why: String| {
        progress(format_args!("leaving out {target}: {why}"));
        results.skipped.push(format!("{target}: {why}"));
    };
    let mut stack = RunStack::start(plan, setup, &mut skip).await?;
    for scenario in &plan.scenarios {
        progress(format_args!("measuring {scenario}"));
        let rounds = interleave(length, &mut stack, *scenario, &mut skip).await?;
        let result = ScenarioResult::new(*scenario, &rounds);
        results.scenarios.push(result);
    }
    let peaks = stack.peaks()?.into_iter();
    let peaks = peaks.map(|(target, peak_rss_kib)| PeakMemory {
        target,
        era: plan.era,
        tools: plan.tools,
        peak_rss_kib,
    });
    results.memory.extend(peaks);
    stack.stop().await;
    Ok(())
}

/// Measures target after target, round after round, so that a noisy moment hurts all alike. A peer
/// that cannot be measured is left out; what it did before that is forgotten.
async fn interleave(
    length: RunLength,
    stack: &mut RunStack,
    scenario: LoadScenario,
    skip: &mut impl FnMut(RunTarget, String),
) -> Result<Vec<(RunTarget, MeasuredRound)>> {
    let mut rounds = Vec::new();
    for _ in 0..length.rounds {
        let targets: Vec<RunTarget> = stack.hops.iter().map(|hop| hop.target).collect();
        for target in targets {
            match stack.load(scenario, target, length.seconds).await {
                Ok(round) => rounds.push((target, round)),
                Err(error) if target.is_peer() => {
                    skip(target, format!("{error:#}"));
                    stack.remove(target).await;
                    rounds.retain(|(of, _)| *of != target);
                }
                Err(error) => {
                    return Err(error.context(format!("cannot measure {scenario}, {target}")));
                }
            }
        }
    }
    Ok(rounds)
}

// === impl RunLength ===

impl RunLength {
    fn of(args: &RunArgs) -> Self {
        if args.full {
            return Self {
                seconds: Duration::from_secs(3),
                rounds: 5,
            };
        }
        Self {
            seconds: args.seconds,
            rounds: args.rounds,
        }
    }
}
