use std::time::Duration;

use super::*;
use crate::functions::bursts::{BurstTimes, CallBurst};
use crate::functions::cold_start::STARTED;
use crate::functions::measure::LoadRow;
use crate::load::report::CpuTime;
use crate::report::check_text;
use crate::time_samples::TimeSamples;

fn args() -> FunctionsArgs {
    FunctionsArgs {
        candor: None,
        seconds: Duration::from_millis(1_500),
        rounds: 1,
        at_once: 1_000,
    }
}

/// A row in which a call takes so long, on the wire and on the processor.
fn row(operation: LoadOperation, target: FunctionTarget, clients: u16, micros: f64) -> LoadRow {
    let cpu = |used_us| CpuTime { pid: 1, used_us };
    let report = LoadReport {
        calls: 10,
        errors: 0,
        first_error: None,
        seconds: 1.0,
        per_second: 1e6 / micros,
        p50_us: micros,
        p99_us: 2.0 * micros,
        max_us: 3.0 * micros,
        // A gateway, a server behind it, and the clients.
        cpu: vec![cpu(4.0 * micros), cpu(6.0 * micros), cpu(1e9)],
    };
    LoadRow {
        operation,
        target,
        clients,
        rounds: vec![report],
    }
}

fn burst_times(target: FunctionTarget, answered: usize, seconds: u64) -> BurstTimes {
    let burst = |seconds| CallBurst {
        answered,
        took: Duration::from_secs(seconds),
        first_error: (answered < 1_000).then(|| "no answer".to_owned()),
    };
    BurstTimes {
        target,
        calls: 1_000,
        bursts: [burst(2 * seconds), burst(seconds)],
        workers: 16,
        peak_rss_kib: 2_048,
        held_kib: None,
    }
}

fn results(script: f64, answered: usize) -> FunctionResults {
    FunctionResults {
        node: "22.1.0".to_owned(),
        sdk: "1.2.3".to_owned(),
        cores: 2,
        busy: "0.50".to_owned(),
        rows: vec![
            row(LoadOperation::Area, FunctionTarget::Script, 1, script),
            row(LoadOperation::Area, FunctionTarget::Stateless, 1, 800.0),
            row(LoadOperation::Area, FunctionTarget::Behind, 1, 1_000.0),
            row(LoadOperation::Gtin, FunctionTarget::Pack, 1, 100.0),
        ],
        starts: TimeSamples::of_millis(&[(STARTED, &[20, 20, 40][..])], 0),
        bursts: vec![
            burst_times(FunctionTarget::Script, 1_000, 1),
            burst_times(FunctionTarget::Sessions, answered, 3),
        ],
    }
}

fn check(results: &FunctionResults, parts: &[&str]) {
    let text = report(&args(), results);
    // Columns are as wide as they must be.
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let text: Vec<_> = text.lines().map(words).collect();
    check_text(&text.join("\n"), parts, &[]);
}

#[test]
fn ratios_and_what_they_are_made_of_are_told() {
    let results = results(200.0, 1_000);
    assert_eq!(results.errors(), 0);
    check(
        &results,
        &[
            "1 interleaved rounds of at most 1.5 s; 2 cores",
            "load average before it: 0.50. Node 22.1.0, SDK 1.2.3",
            "| area: Candor, TypeScript / Node, stateless | 1 | 4.00 | 0.25 | 0.25 | 0.25 |",
            "| area: Node behind Candor / Node, stateless | 1 | 0.80 | 1.25 | 1.25 | 1.25 |",
            "| area: Candor, TypeScript | 1 | 5000 | 200 | 400 | 200 | 0 |",
            "| gtin: Candor, Rust | 1 | 10000 | 100 | 200 | 100 | 0 |",
            "takes 100 µs longer than one of the tool in Rust",
            "by; the medians are 200 and 100 µs)",
            "Aim: less than 500 µs: reached.",
            "| a call that a worker is started for | 3 | 20.00 | 40.00 |",
            "| Candor, TypeScript | 1000 and 1000 of 1000 | 2.00 | 1.00 | 2 | – | 16 |",
            "| Node, sessions | 1000 and 1000 of 1000 | 6.00 (×3.0) | 3.00 (×3.0) | 2 | – | 16 |",
        ],
    );
}

#[test]
fn a_missed_aim_and_wrong_answers_are_told() {
    let mut results = results(700.0, 999);
    results.rows[1].rounds[0].errors = 2;
    results.rows[1].rounds[0].first_error = Some("busy".to_owned());
    assert_eq!(results.errors(), 4);
    check(
        &results,
        &[
            "Aim: less than 500 µs: missed.",
            "Wrong: area, Node, stateless (clients: 1): 2 answers, the first: busy",
            "Wrong: all at once, Node, sessions: 2 answers, the first: no answer",
        ],
    );
}
