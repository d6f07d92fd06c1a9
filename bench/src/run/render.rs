//! The report people read.

use crate::report::{MarkdownReport, MarkdownTable, number};
use crate::run::aims;
use crate::run::measured::MeasuredRound;
use crate::run::summary::{RunResults, ScenarioResult, TargetResult};
use crate::run::target::RunTarget;

/// The whole report as Markdown.
pub(crate) fn report(results: &RunResults) -> String {
    let mut report = MarkdownReport::default();
    report.line(format_args!(
        "Medians of {} interleaved rounds of {} s, {} cores shared by clients, hop and server. CPU is \
         microseconds a call. Candor runs with `limits.concurrent_calls` and `limits.sessions` raised, \
         since all clients here are one caller.\n",
        results.rounds, results.seconds, results.cores
    ));
    if results.debug_build {
        report.line(
            "This is a build without optimisation, so the numbers mean nothing. Use `cargo run \
             --release -p candor-bench -- run`.\n",
        );
    }
    for scenario in &results.scenarios {
        report.section(format_args!("## {}", scenario.name), &measured(scenario));
        let silent = |result: &&TargetResult| result.per_second.is_none();
        for result in scenario.targets.iter().filter(silent) {
            let target = result.target;
            report.line(format_args!(
                "No call of {target} ended within the measured time; use more `--seconds`.\n"
            ));
        }
    }
    if !results.memory.is_empty() {
        report.section("## Peak memory under load", &memory(results));
    }
    results.figures.render(&mut report);
    for skipped in &results.skipped {
        report.line(format_args!("Left out: {skipped}"));
    }
    if !results.skipped.is_empty() {
        report.line("");
    }
    errors(&mut report, results);
    report.section("## Aims", &aims::table(results));
    report.line(aims::replicas_note(results));
    report.finish()
}

fn measured(scenario: &ScenarioResult) -> MarkdownTable {
    let mut table = MarkdownTable::new(
        "target | calls/s ÷ direct | ÷ relay | p50 ÷ relay | p99 ÷ relay | CPU ÷ relay | calls/s | \
         p50 µs | p99 µs | CPU: hop | upstream | clients | errors",
    );
    for result in &scenario.targets {
        let target = result.target;
        let relay = RunTarget::Relay;
        table.row([
            target.to_string(),
            number(scenario.share(target, RunTarget::Direct), 2),
            number(scenario.share(target, relay), 2),
            number(scenario.ratio(target, relay, MeasuredRound::p50_us), 2),
            number(scenario.ratio(target, relay, MeasuredRound::p99_us), 2),
            number(scenario.cpu(target, relay), 2),
            number(result.per_second, 0),
            number(result.p50_us, 0),
            number(result.p99_us, 0),
            number(result.hop_cpu_us, 1),
            number(result.upstream_cpu_us, 1),
            number(result.load_cpu_us, 1),
            result.errors.to_string(),
        ]);
    }
    table
}

fn memory(results: &RunResults) -> MarkdownTable {
    let mut table = MarkdownTable::new("target | era | tools | peak resident MiB");
    for memory in &results.memory {
        let kib = memory.peak_rss_kib;
        table.row([
            memory.target.to_string(),
            memory.era.name().to_owned(),
            memory.tools.to_string(),
            format!("{}.{}", kib / 1024, kib % 1024 * 10 / 1024),
        ]);
    }
    table
}

fn errors(report: &mut MarkdownReport, results: &RunResults) {
    for scenario in &results.scenarios {
        for target in scenario.targets.iter().filter(|target| target.errors > 0) {
            report.line(format_args!(
                "Wrong: {}, {}: {} errors, the first: {}",
                scenario.name,
                target.target,
                target.errors,
                target.first_error.as_deref().unwrap_or("unknown")
            ));
        }
    }
}
