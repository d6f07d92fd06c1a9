//! The report people read.

use std::fmt::Write;

use crate::report::{MarkdownTable, number};
use crate::run::scenario::RunTarget;
use crate::run::summary::{RunResults, ScenarioResult};

/// What Candor aims at: its share of the relay's calls per second at this many clients.
const AIM: f64 = 0.8;
const AIM_CLIENTS: u16 = 16;

/// The whole report as Markdown.
pub(crate) fn report(results: &RunResults) -> String {
    let mut text = String::new();
    let (seconds, rounds, cores) = (results.seconds, results.rounds, results.cores);
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "Medians of {rounds} interleaved rounds of {seconds} s, {cores} cores shared by clients, \
         hop and server.\n"
    );
    if results.debug_build {
        text.push_str(
            "This is a build without optimisation, so the numbers mean nothing. Use `cargo run \
             --release -p candor-bench -- run`.\n\n",
        );
    }
    let _ = writeln!(text, "## Ratios\n\n{}", ratios(results).render());
    let _ = writeln!(text, "## Measured\n\n{}", measured(results).render());
    if !results.memory.is_empty() {
        let _ = writeln!(text, "## Memory\n\n{}", memory(results).render());
    }
    for line in aims(results).into_iter().chain(errors(results)) {
        let _ = writeln!(text, "{line}");
    }
    text
}

fn ratios(results: &RunResults) -> MarkdownTable {
    let mut table = MarkdownTable::new([
        "scenario",
        "relay/direct calls/s",
        "candor/direct calls/s",
        "candor/relay calls/s",
        "candor/relay p50",
        "candor/relay p99",
        "candor/relay CPU",
    ]);
    for scenario in &results.scenarios {
        let share = |of, to| number(scenario.share(of, to), 2);
        let beside = scenario.ratios.iter();
        let beside = beside
            .clone()
            .find(|r| r.of == RunTarget::Candor && r.to == RunTarget::Relay);
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
    let mut table = MarkdownTable::new([
        "scenario",
        "target",
        "calls/s",
        "p50 µs",
        "p99 µs",
        "CPU µs/call: hop",
        "upstream",
        "clients",
        "errors",
    ]);
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
    let mut table = MarkdownTable::new(["candor with", "peak resident MiB"]);
    for memory in &results.memory {
        let mib = format!(
            "{}.{}",
            memory.candor_peak_rss_kib / 1024,
            memory.candor_peak_rss_kib % 1024 * 10 / 1024
        );
        table.row([
            format!("{}, {} tools", memory.era.name(), memory.tools),
            mib,
        ]);
    }
    table
}

/// How near Candor comes to what it aims at.
fn aims(results: &RunResults) -> Vec<String> {
    let aimed = |scenario: &&ScenarioResult| {
        scenario.operation == "tools/call" && scenario.clients == AIM_CLIENTS
    };
    let line = |scenario: &ScenarioResult| {
        let share = scenario.share(RunTarget::Candor, RunTarget::Relay)?;
        let verdict = if share >= AIM { "reached" } else { "missed" };
        let name = &scenario.name;
        Some(format!(
            "Aim {AIM:.2} of the relay's calls per second {verdict}: {share:.2} ({name})."
        ))
    };
    results
        .scenarios
        .iter()
        .filter(aimed)
        .filter_map(line)
        .collect()
}

fn errors(results: &RunResults) -> Vec<String> {
    let mut lines = Vec::new();
    for scenario in &results.scenarios {
        for target in scenario.targets.iter().filter(|target| target.errors > 0) {
            let first = target.first_error.as_deref().unwrap_or("unknown");
            let (name, errors) = (&scenario.name, target.errors);
            lines.push(format!(
                "{name}, {}: {errors} errors, the first: {first}",
                target.target
            ));
        }
    }
    lines
}
