//! What was measured, as Markdown.

use std::fmt::Write;

use crate::args::{FunctionsArgs, Operation};
use crate::functions::crowd::Crowd;
use crate::functions::measure::{CLIENTS, OPERATIONS, Results, Row, server_cpu_us};
use crate::functions::target::Target;
use crate::load::report::LoadReport;
use crate::spread::Spread;
use crate::table::Table;

/// What a warm call in TypeScript may cost beyond one in Rust, in microseconds.
const AIM: f64 = 500.0;

pub(super) fn report(args: &FunctionsArgs, results: &Results) -> String {
    let mut text = String::from("## Functions in TypeScript, beside Node\n\n");
    if cfg!(debug_assertions) {
        text.push_str("This is a build without optimisation, so the times mean nothing.\n\n");
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "Medians of {} interleaved rounds of at most {} s; {} cores shared by clients and servers; \
         load average before it: {}. Node {}, SDK {}. Everybody speaks 2025-11-25.\n",
        args.rounds,
        args.seconds.as_secs_f64(),
        results.cores,
        results.busy,
        results.node,
        results.sdk,
    );
    let _ = writeln!(text, "### Ratios\n\n{}", ratios(results).render());
    let _ = writeln!(text, "### Measured\n\n{}", measured(results).render());
    text.push_str(&overhead(results));
    let _ = writeln!(text, "\n### The first call\n\n{}", starts(results).render());
    let _ = writeln!(
        text,
        "### {} calls at once\n\n{}",
        args.at_once,
        crowds(results).render()
    );
    text.push_str(
        "The second time, the same server is asked once more. Peak memory is that of all processes \
         added up, so what they share counts several times; held in the end is what remains with \
         what is shared counted once.\n",
    );
    text.push_str(&errors(results));
    text
}

/// Each target beside one that does the same in Node.
fn ratios(results: &Results) -> Table {
    use Target::{Behind, Script, Sessions, Stateless};
    let mut table = Table::new(["what", "clients", "calls/s", "p50", "p99", "CPU"]);
    for operation in OPERATIONS {
        for (of, to) in [(Script, Stateless), (Script, Sessions), (Behind, Stateless)] {
            for clients in CLIENTS {
                let (Some(of), Some(to)) = (
                    results.row(operation, of, clients),
                    results.row(operation, to, clients),
                ) else {
                    continue;
                };
                let what = format!(
                    "{}: {} / {}",
                    operation.name(),
                    of.target.name(),
                    to.target.name()
                );
                table.row([
                    what,
                    clients.to_string(),
                    number(of.beside(to, |it| Some(it.per_second)), 2),
                    number(of.beside(to, |it| Some(it.p50_us)), 2),
                    number(of.beside(to, |it| Some(it.p99_us)), 2),
                    number(of.beside(to, server_cpu_us), 2),
                ]);
            }
        }
    }
    table
}

fn measured(results: &Results) -> Table {
    let mut table = Table::new([
        "what",
        "clients",
        "calls/s",
        "p50 µs",
        "p99 µs",
        "CPU µs/call",
        "errors",
    ]);
    for operation in OPERATIONS {
        for row in results.rows.iter().filter(|it| it.operation == operation) {
            let value = |value: fn(&LoadReport) -> Option<f64>| number(row.median(value), 0);
            table.row([
                format!("{}: {}", operation.name(), row.target.name()),
                row.clients.to_string(),
                value(|it| Some(it.per_second)),
                value(|it| Some(it.p50_us)),
                value(|it| Some(it.p99_us)),
                value(server_cpu_us),
                row.errors().to_string(),
            ]);
        }
    }
    table
}

/// What TypeScript costs inside Candor.
fn overhead(results: &Results) -> String {
    let one = |operation, target| -> Option<&Row> { results.row(operation, target, 1) };
    let p50 = |row: Option<&Row>| number(row.and_then(|it| it.median(|it| Some(it.p50_us))), 0);
    let overhead = results.overhead_us();
    let verdict = match overhead {
        Some(overhead) if overhead < AIM => "reached",
        _ => "missed",
    };
    format!(
        "A warm call of the small function takes {} µs longer than one of the tool in Rust, which \
         travels the same road and ends in the gateway (p50 at one client: the median of what the \
         rounds differ by; the medians are {} and {} µs).\n\
         Aim: less than {AIM:.0} µs: {verdict}.\n",
        number(overhead, 0),
        p50(one(Operation::Area, Target::Script)),
        p50(one(Operation::Gtin, Target::Pack)),
    )
}

fn starts(results: &Results) -> Table {
    let mut table = Table::new(["what", "times", "ms", "slowest"]);
    let starts = &results.starts;
    let mut row = |what: &str, spread: Spread| {
        table.row([
            what.to_owned(),
            spread.count.to_string(),
            format!("{:.2}", spread.median * 1e3),
            format!("{:.2}", spread.slowest * 1e3),
        ]);
    };
    row("the first call after the program was loaded", starts.first);
    row("a call that a worker is started for", starts.started);
    row("the next call of the same worker", starts.warm);
    row("Node, from its start to its first answer", starts.node);
    table
}

fn crowds(results: &Results) -> Table {
    let mut table = Table::new([
        "who",
        "answered",
        "s",
        "s, second time",
        "peak MiB",
        "held MiB",
        "workers",
    ]);
    let candor = results.crowds.first();
    for crowd in &results.crowds {
        let [first, second] = &crowd.surges;
        // The factor is that of the first in the list, which is Candor.
        let beside = |took: f64, own: f64| match candor {
            Some(candor) if candor.target != crowd.target => {
                format!("{took:.2} (×{:.1})", took / own)
            }
            _ => format!("{took:.2}"),
        };
        let own = |at: usize| candor.map_or(0.0, |it| it.surges[at].took.as_secs_f64());
        table.row([
            crowd.target.name().to_owned(),
            answered(crowd),
            beside(first.took.as_secs_f64(), own(0)),
            beside(second.took.as_secs_f64(), own(1)),
            mib(crowd.peak_rss_kib),
            crowd.held_kib.map_or_else(|| "–".to_owned(), mib),
            crowd.workers.to_string(),
        ]);
    }
    table
}

fn answered(crowd: &Crowd) -> String {
    let calls = crowd.calls;
    let [first, second] = &crowd.surges;
    format!("{} and {} of {calls}", first.answered, second.answered)
}

fn errors(results: &Results) -> String {
    let mut text = String::new();
    for row in results.rows.iter().filter(|row| row.errors() > 0) {
        let _ = writeln!(
            text,
            "\nWrong: {}, {} (clients: {}): {} answers, the first: {}",
            row.operation.name(),
            row.target.name(),
            row.clients,
            row.errors(),
            row.first_error().unwrap_or("unknown"),
        );
    }
    for crowd in results.crowds.iter().filter(|crowd| crowd.errors() > 0) {
        let first = crowd.surges.iter().find_map(|it| it.first_error.as_deref());
        let _ = writeln!(
            text,
            "\nWrong: all at once, {}: {} answers, the first: {}",
            crowd.target.name(),
            crowd.errors(),
            first.unwrap_or("unknown"),
        );
    }
    text
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
}

fn mib(kib: u64) -> String {
    kib.div_ceil(1024).to_string()
}

#[cfg(test)]
mod tests;
