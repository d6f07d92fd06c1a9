//! `candor-bench run`: starts the processes, measures in interleaved rounds, reports ratios.

pub(crate) mod candor;
pub(crate) mod child;
mod render;
mod scenario;
mod stack;
mod summary;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use tokio::signal::unix::{SignalKind, signal};

use crate::args::RunArgs;
use crate::era::Era;
use crate::load::report::LoadReport;
use crate::run::scenario::{Plan, Scenario, Target};
use crate::run::stack::Stack;
use crate::run::summary::{Memory, Results, ScenarioResult};

/// Measures everything; `false` when answers were wrong.
pub(crate) async fn command(args: &RunArgs) -> Result<bool> {
    let candor = if args.baseline {
        None
    } else {
        Some(candor::find(args.candor.as_deref())?)
    };
    let mut terminated = signal(SignalKind::terminate())?;
    // The processes are owned by the future, so leaving it early ends them.
    let results = tokio::select! {
        results = measure(args, candor.as_deref()) => results?,
        _ = tokio::signal::ctrl_c() => bail!("interrupted; nothing was kept"),
        _ = terminated.recv() => bail!("terminated; nothing was kept"),
    };
    let mut out = std::io::stdout().lock();
    out.write_all(render::report(&results).as_bytes())?;
    if let Some(path) = &args.json {
        let mut json = serde_json::to_vec_pretty(&results)?;
        json.push(b'\n');
        std::fs::write(path, json).with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(results.errors() == 0)
}

async fn measure(args: &RunArgs, candor: Option<&Path>) -> Result<Results> {
    let mut results = Results::new(args.seconds, args.rounds);
    for era in Era::ALL
        .into_iter()
        .filter(|era| args.era.is_none_or(|only| only == *era))
    {
        for plan in Plan::of(era) {
            let stack = Stack::start(&plan, candor).await?;
            for scenario in &plan.scenarios {
                say(&format!("measuring {scenario}"));
                let rounds = interleave(args, &stack, *scenario).await?;
                results
                    .scenarios
                    .push(ScenarioResult::new(*scenario, &rounds));
            }
            if let Some(kib) = stack.candor_peak_rss_kib()? {
                results.memory.push(Memory {
                    era,
                    tools: plan.tools,
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
    stack: &Stack,
    scenario: Scenario,
) -> Result<Vec<(Target, LoadReport)>> {
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

/// Tells on stderr what is going on; the report on stdout stays clean.
fn say(text: &str) {
    // Progress that nobody can see is no reason to stop.
    let _ = writeln!(std::io::stderr(), "{text}");
}
