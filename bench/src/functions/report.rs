//! What was measured, as Markdown.

use crate::args::{FunctionsArgs, LoadOperation};
use crate::functions::cold_start::ROWS;
use crate::functions::measure::{CLIENTS, FunctionResults, OPERATIONS, server_cpu_us};
use crate::functions::target::FunctionTarget;
use crate::load::report::LoadReport;
use crate::report::{MarkdownReport, MarkdownTable, mib, number, spread};

/// What a warm call in TypeScript may cost beyond one in Rust, in microseconds.
const AIM: f64 = 500.0;

pub(super) fn report(args: &FunctionsArgs, results: &FunctionResults) -> String {
    let mut report = MarkdownReport::new("Functions in TypeScript, beside Node");
    report.line(format_args!(
        "Medians of {} interleaved rounds of at most {} s; {} cores shared by clients and servers; \
         load average before it: {}. Node {}, SDK {}. All clients speak 2025-11-25.\n",
        args.rounds,
        args.seconds.as_secs_f64(),
        results.cores,
        results.busy,
        results.node,
        results.sdk,
    ));
    report.section("### Ratios", &ratios(results));
    report.section("### Measured", &measured(results));
    overhead(&mut report, results);
    report.line("");
    report.section("### The first call", &starts(results));
    let at_once = format!("### {} calls at once", args.at_once);
    report.section(at_once, &bursts(results));
    report.line(
        "The second time, the same server is asked once more. Peak memory is that of all processes \
         added up, so what they share counts several times; held in the end is what remains with \
         what is shared counted once.",
    );
    errors(&mut report, results);
    report.finish()
}

/// Each target beside one that does the same in Node.
fn ratios(results: &FunctionResults) -> MarkdownTable {
    use FunctionTarget::{Behind, Script, Sessions, Stateless};
    let mut table = MarkdownTable::new("what | clients | calls/s | p50 | p99 | CPU");
    for operation in OPERATIONS {
        for (of, to) in [(Script, Stateless), (Script, Sessions), (Behind, Stateless)] {
            let (name, of_name, to_name) = (operation.name(), of.name(), to.name());
            for clients in CLIENTS {
                let row = |target| results.row(operation, target, clients);
                let (Some(of), Some(to)) = (row(of), row(to)) else {
                    continue;
                };
                table.row([
                    format!("{name}: {of_name} / {to_name}"),
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

fn measured(results: &FunctionResults) -> MarkdownTable {
    let headings = "what | clients | calls/s | p50 µs | p99 µs | CPU µs/call | errors";
    let mut table = MarkdownTable::new(headings);
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
fn overhead(report: &mut MarkdownReport, results: &FunctionResults) {
    let p50 = |operation, target| {
        let row = results.row(operation, target, 1);
        number(row.and_then(|it| it.median(|it| Some(it.p50_us))), 0)
    };
    let overhead = results.overhead_us();
    report.line(format_args!(
        "A warm call of the small function takes {} µs longer than one of the tool in Rust, which \
         travels the same road and ends in the gateway (p50 at one client: the median of what the \
         rounds differ by; the medians are {} and {} µs).",
        number(overhead, 0),
        p50(LoadOperation::Area, FunctionTarget::Script),
        p50(LoadOperation::Gtin, FunctionTarget::Pack),
    ));
    let is_reached = overhead.is_some_and(|overhead| overhead < AIM);
    report.aim(format_args!("less than {AIM:.0} µs"), is_reached);
}

fn starts(results: &FunctionResults) -> MarkdownTable {
    let mut table = MarkdownTable::new("what | times | ms | slowest");
    for what in ROWS {
        let summary = results.starts.summary(what);
        let [median, slowest] = spread(summary);
        table.row([what.to_owned(), summary.count.to_string(), median, slowest]);
    }
    table
}

fn bursts(results: &FunctionResults) -> MarkdownTable {
    let headings = "who | answered | s | s, second time | peak MiB | held MiB | workers";
    let mut table = MarkdownTable::new(headings);
    let candor = results.bursts.first();
    for times in &results.bursts {
        // The factor is that of the first in the list, which is Candor.
        let took = |at: usize| {
            let took = times.bursts[at].took.as_secs_f64();
            match candor {
                Some(candor) if candor.target != times.target => {
                    let factor = took / candor.bursts[at].took.as_secs_f64();
                    format!("{took:.2} (×{factor:.1})")
                }
                _ => format!("{took:.2}"),
            }
        };
        let [first, second] = times.bursts.each_ref().map(|burst| burst.answered);
        let held = times.held_kib.map(|kib| mib(kib).to_string());
        table.row([
            times.target.name().to_owned(),
            format!("{first} and {second} of {}", times.calls),
            took(0),
            took(1),
            mib(times.peak_rss_kib).to_string(),
            held.unwrap_or_else(|| "–".to_owned()),
            times.workers.to_string(),
        ]);
    }
    table
}

fn errors(report: &mut MarkdownReport, results: &FunctionResults) {
    for row in results.rows.iter().filter(|row| row.errors() > 0) {
        report.line(format_args!(
            "\nWrong: {}, {} (clients: {}): {} answers, the first: {}",
            row.operation.name(),
            row.target.name(),
            row.clients,
            row.errors(),
            row.first_error().unwrap_or("unknown"),
        ));
    }
    for times in results.bursts.iter().filter(|times| times.errors() > 0) {
        let first = times.bursts.iter().find_map(|it| it.first_error.as_deref());
        report.line(format_args!(
            "\nWrong: all at once, {}: {} answers, the first: {}",
            times.target.name(),
            times.errors(),
            first.unwrap_or("unknown"),
        ));
    }
}

#[cfg(test)]
mod tests;
