//! `candor-bench approvals`: what it costs to ask, to look and to decide while many calls wait for
//! a person.
//!
//! Everything goes through a served gateway. The same is measured twice, with a few calls that
//! wait and with many, so that the ratio says what the many cost. Then a gateway is started over
//! approvals that expired while there was none, and must mark all of them.

mod caller;
mod expiry;
mod gateway;
mod measure;
mod upstream;

use anyhow::Result;

use crate::approvals::measure::{ApprovalTimes, FEW, ROWS};
use crate::args::ApprovalsArgs;
use crate::gateway::find_binary;
use crate::report::{MarkdownReport, MarkdownTable, mib, millis};

/// With many calls that wait, everything that a person does should take less, in seconds.
const AIM: f64 = 0.100;

/// Measures; gives the report, and `false` when an answer was not what it should be.
pub(crate) async fn command(args: &ApprovalsArgs) -> Result<(String, bool)> {
    let binary = find_binary(args.candor.as_deref())?;
    let times = ApprovalTimes::measure(&binary, args).await?;
    Ok((report(args, &times), times.wrong() == 0))
}

fn report(args: &ApprovalsArgs, times: &ApprovalTimes) -> String {
    let few = format!("ms, {FEW} wait");
    let many = format!("ms, {} wait", args.pending);
    let mut table = MarkdownTable::new(&format!("what | {few} | {many} | slowest | ×"));
    for what in ROWS {
        let [few, many] = [&times.few, &times.many].map(|samples| samples.summary(what));
        table.row([
            what.to_owned(),
            millis(few.median),
            millis(many.median),
            millis(many.slowest),
            format!("{:.2}", many.median / few.median),
        ]);
    }
    let database = match &args.database_url {
        Some(url) if url.starts_with("postgres") => "PostgreSQL",
        _ => "SQLite",
    };
    let mut report = MarkdownReport::new("Many calls that wait for a person");
    report.line(format_args!(
        "{} calls wait, in {database}. A page has up to 100 of them. Medians of {} rounds.\n",
        args.pending, args.rounds
    ));
    report.table(&table);
    report.line(format_args!(
        "\nAsking {} times took {:.1} s; refusing all of them, one after the other, {:.2} ms \
         each. Letting all of them expire at once, told to one \
         who listens, took {:.2} s from the start of the process; the start of one that has \
         nothing to do takes {:.2} s.",
        args.pending,
        times.filled.as_secs_f64(),
        times.cleared.as_secs_f64() * 1e3,
        times.expiry.all.as_secs_f64(),
        times.expiry.nothing.as_secs_f64(),
    ));
    let (memory, (held, with_held)) = (&times.memory, times.memory.held);
    report.line(format_args!(
        "\nMemory of the gateway: {} MiB with {FEW} that wait, {} MiB with {}, {} MiB with {held} \
         calls on the line on top of that; {} MiB at most.\n",
        mib(memory.few),
        mib(memory.many),
        args.pending,
        mib(with_held),
        mib(memory.peak),
    ));
    let mut medians = ROWS.iter().map(|what| times.many.summary(what).median);
    let aim = format!("each of these takes less than {:.0} ms", AIM * 1e3);
    report.aim(aim, medians.all(|median| median < AIM));
    report.wrong(times.wrong(), "answers.");
    report.finish()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::approvals::expiry::ExpiryTimes;
    use crate::approvals::measure::ResidentMemory;
    use crate::report::check_text;
    use crate::time_samples::TimeSamples;

    fn samples(millis: u64, wrong: usize) -> TimeSamples {
        let times = [millis, millis, 2 * millis];
        TimeSamples::of_millis(&ROWS.map(|what| (what, &times[..])), wrong)
    }

    fn written(many: u64, wrong: usize) -> String {
        let args = ApprovalsArgs {
            candor: None,
            pending: 10_000,
            rounds: 9,
            database_url: Some("postgres://x:secret@host/x".to_owned()),
        };
        let times = ApprovalTimes {
            few: samples(2, wrong),
            many: samples(many, 0),
            filled: Duration::from_secs(3),
            cleared: Duration::from_micros(700),
            expiry: ExpiryTimes {
                all: Duration::from_millis(1_500),
                nothing: Duration::from_millis(250),
                wrong: 0,
            },
            memory: ResidentMemory {
                few: 1024,
                many: 4096,
                held: (400, 8192),
                peak: 9000,
            },
        };
        report(&args, &times)
    }

    #[test]
    fn ratios_and_memory_are_told_and_no_secret() {
        let says = [
            "| deciding about one                   |         2.00 |           3.00 |    6.00 | 1.50 |",
            "10000 calls wait, in PostgreSQL",
            "took 3.0 s; refusing all of them, one after the other, 0.70 ms each",
            "took 1.50 s",
            "1 MiB with 120 that wait, 4 MiB with 10000, 8 MiB with 400 calls",
            "9 MiB at most",
            "less than 100 ms: reached",
        ];
        check_text(&written(3, 0), &says, &["secret", "Wrong"]);
    }

    #[test]
    fn a_missed_aim_and_wrong_answers_are_told() {
        let says = ["less than 100 ms: missed", "Wrong: 3 answers."];
        check_text(&written(200, 3), &says, &[]);
    }
}
