use std::time::Duration;

use super::*;
use crate::functions::cold::Starts;
use crate::functions::crowd::Surge;
use crate::load::report::CpuTime;

fn args() -> FunctionsArgs {
    FunctionsArgs {
        candor: None,
        seconds: Duration::from_millis(1_500),
        rounds: 1,
        at_once: 1_000,
    }
}

/// A row in which a call takes so long, on the wire and on the processor.
fn row(operation: Operation, target: Target, clients: u16, micros: f64) -> Row {
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
    Row {
        operation,
        target,
        clients,
        rounds: vec![report],
    }
}

fn crowd(target: Target, answered: usize, seconds: u64) -> Crowd {
    let surge = |seconds| Surge {
        answered,
        took: Duration::from_secs(seconds),
        first_error: (answered < 1_000).then(|| "no answer".to_owned()),
    };
    Crowd {
        target,
        calls: 1_000,
        surges: [surge(2 * seconds), surge(seconds)],
        workers: 16,
        peak_rss_kib: 2_048,
        held_kib: None,
    }
}

fn results(script: f64, answered: usize) -> Results {
    let spread = |median| Spread {
        count: 3,
        median,
        slowest: 2.0 * median,
    };
    Results {
        node: "22.1.0".to_owned(),
        sdk: "1.2.3".to_owned(),
        cores: 2,
        busy: "0.50".to_owned(),
        rows: vec![
            row(Operation::Area, Target::Script, 1, script),
            row(Operation::Area, Target::Stateless, 1, 800.0),
            row(Operation::Area, Target::Behind, 1, 1_000.0),
            row(Operation::Gtin, Target::Pack, 1, 100.0),
        ],
        starts: Starts {
            first: spread(0.001),
            started: spread(0.020),
            warm: spread(0.0005),
            node: spread(0.4),
        },
        crowds: vec![
            crowd(Target::Script, 1_000, 1),
            crowd(Target::Sessions, answered, 3),
        ],
    }
}

fn check(results: &Results, parts: &[&str]) {
    let text = report(&args(), results);
    // Columns are as wide as they must be.
    let text: Vec<_> = text
        .lines()
        .map(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            words.join(" ")
        })
        .collect();
    for part in parts {
        assert!(
            text.iter().any(|line| line.contains(part)),
            "no `{part}` in {text:#?}"
        );
    }
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
