//! The report people read.

use crate::report::{MarkdownReport, MarkdownTable, number};
use crate::run::scenario::RunTarget;
use crate::run::summary::RunResults;

/// What Candor aims at: its share of the relay's calls per second at this many clients.
const AIM: f64 = 0.8;
const AIM_CLIENTS: u16 = 16;

/// The whole report as Markdown.
pub(crate) fn report(results: &RunResults) -> String {
    let mut report = MarkdownReport::default();
    report.line(format_args!(
        "Medians of {} interleaved rounds of {} s, {} cores shared by clients, hop and server.\n",
        results.rounds, results.seconds, results.cores
    ));
    if results.debug_build {
        report.line(
            "This is a build without optimisation, so the numbers mean nothing. Use `cargo run \
             --release -p candor-bench -- run`.\n",
        );
    }
    report.section("## Ratios", &ratios(results));
    report.section("## Measured", &measured(results));
    if !results.memory.is_empty() {
        report.section("## Memory", &memory(results));
    }
    aims(&mut report, results);
    errors(&mut report, results);
    report.finish()
}

fn ratios(results: &RunResults) -> MarkdownTable {
    let mut table = MarkdownTable::new(
        "scenario | relay/direct calls/s | candor/direct calls/s | candor/relay calls/s | \
         candor/relay p50 | candor/relay p99 | candor/relay CPU",
    );
    for scenario in &results.scenarios {
        let share = |of, to| number(scenario.share(of, to), 2);
        let beside = scenario.ratio(RunTarget::Candor, RunTarget::Relay);
        table.row([
            scenario.name.clone(),
            share(RunTarget::Relay, RunTarget::Direct),
            share(RunTarget::Candor, RunTarget::Direct),
            share(RunTarget::Candor, RunTarget::Relay),
            number(beside.and_then(|r| r.p50), 2),
            number(beside.and_then(|r| r.p99), 2),
            number(beside.and_then(|r| r.hop_cpu), 2),
        ]);
    }
    table
}

fn measured(results: &RunResults) -> MarkdownTable {
    let mut table = MarkdownTable::new(
        "scenario | target | calls/s | p50 µs | p99 µs | CPU µs/call: hop | upstream | clients | \
         errors",
    );
    for scenario in &results.scenarios {
        for target in &scenario.targets {
            table.row([
                scenario.name.clone(),
                target.target.to_string(),
                format!("{:.0}", target.per_second),
                format!("{:.0}", target.p50_us),
                format!("{:.0}", target.p99_us),
                number(target.hop_cpu_us, 1),
                number(target.upstream_cpu_us, 1),
                number(target.load_cpu_us, 1),
                target.errors.to_string(),
            ]);
        }
    }
    table
}

fn memory(results: &RunResults) -> MarkdownTable {
    let mut table = MarkdownTable::new("candor with | peak resident MiB");
    for memory in &results.memory {
        let kib = memory.candor_peak_rss_kib;
        table.row([
            format!("{}, {} tools", memory.era.name(), memory.tools),
            format!("{}.{}", kib / 1024, kib % 1024 * 10 / 1024),
        ]);
    }
    table
}

/// How near Candor comes to what it aims at.
fn aims(report: &mut MarkdownReport, results: &RunResults) {
    for scenario in &results.scenarios {
        if scenario.operation != "tools/call" || scenario.clients != AIM_CLIENTS {
            continue;
        }
        if let Some(share) = scenario.share(RunTarget::Candor, RunTarget::Relay) {
            let verdict = if share >= AIM { "reached" } else { "missed" };
            let name = &scenario.name;
            report.line(format_args!(
                "Aim {AIM:.2} of the relay's calls per second {verdict}: {share:.2} ({name})."
            ));
        }
    }
}

fn errors(report: &mut MarkdownReport, results: &RunResults) {
    for scenario in &results.scenarios {
        for target in scenario.targets.iter().filter(|target| target.errors > 0) {
            report.line(format_args!(
                "{}, {}: {} errors, the first: {}",
                scenario.name,
                target.target,
                target.errors,
                target.first_error.as_deref().unwrap_or("unknown")
            ));
        }
    }
}
