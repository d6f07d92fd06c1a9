//! `candor-bench run`: starts the processes, measures in interleaved rounds, reports ratios.

mod render;
mod scenario;
mod stack;
mod summary;

use std::path::Path;

use anyhow::{Context, Result};

use crate::args::RunArgs;
use crate::era::BenchEra;
use crate::gateway::find_binary;
use crate::load::report::LoadReport;
use crate::report::{print, progress};
use crate::run::scenario::{LoadScenario, RunTarget};
use crate::run::stack::RunStack;
use crate::run::summary::{PeakMemory, RunResults, ScenarioResult};

/// Measures everything; `false` when answers were wrong.
pub(crate) async fn command(args: &RunArgs) -> Result<bool> {
    let candor = (!args.baseline).then(|| find_binary(args.candor.as_deref()));
    let candor = candor.transpose()?;
    let mut kept = None;
    let is_right = print(async {
        let results = measure(args, candor.as_deref()).await?;
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

async fn measure(args: &RunArgs, candor: Option<&Path>) -> Result<RunResults> {
    let mut results = RunResults::new(args.seconds, args.rounds);
    for era in args.era.map_or(BenchEra::ALL.to_vec(), |era| vec![era]) {
        for (tools, scenarios) in LoadScenario::of(era) {
            let stack = RunStack::start(era, tools, candor).await?;
            for scenario in scenarios {
                progress(format_args!("measuring {scenario}"));
                let rounds = interleave(args, &stack, scenario).await?;
                let result = ScenarioResult::new(scenario, &rounds);
                results.scenarios.push(result);
            }
            if let Some(kib) = stack.candor_peak_rss_kib()? {
                results.memory.push(PeakMemory {
                    era,
                    tools,
                    candor_peak_rss_kib: kib,
                });
            }
            stack.stop().await;
        }
    }
    Ok(results)
}

/// Measures target after target, round after round, so that a noisy moment hurts all alike.
async fn interleave(
    args: &RunArgs,
    stack: &RunStack,
    scenario: LoadScenario,
) -> Result<Vec<(RunTarget, LoadReport)>> {
    let mut reports = Vec::new();
    for _ in 0..args.rounds {
        for target in stack.targets() {
            let report = stack.load(scenario, target, args.seconds).await;
            let report = report.with_context(|| format!("cannot measure {scenario}, {target}"))?;
            reports.push((target, report));
        }
    }
    Ok(reports)
}
