//! What was measured, as Markdown.

use std::fmt::Write;

use crate::approvals::measure::{FEW, Times};
use crate::args::ApprovalsArgs;
use crate::spread::Spread;
use crate::table::Table;

/// With many calls that wait, everything that a person does should take less, in seconds.
const AIM: f64 = 0.100;

pub(super) fn report(args: &ApprovalsArgs, times: &Times) -> String {
    let few = format!("ms, {FEW} wait");
    let many = format!("ms, {} wait", args.pending);
    let mut table = Table::new(["what", few.as_str(), many.as_str(), "slowest", "×"]);
    let mut row = |what: &str, few: Spread, many: Spread| {
        let ratio = many.median / few.median;
        table.row([
            what.to_owned(),
            millis(few.median),
            millis(many.median),
            millis(many.slowest),
            format!("{ratio:.2}"),
        ]);
    };
    let (before, after) = (&times.few, &times.many);
    row("the first page of those that wait", before.list, after.list);
    row("one of them, with its card", before.show, after.show);
    row("putting one more question", before.ask, after.ask);
    row("deciding about one", before.decide, after.decide);
    row(
        "from a yes until the source is asked",
        before.wake,
        after.wake,
    );

    let mut text = String::from("## Many calls that wait for a person\n\n");
    if cfg!(debug_assertions) {
        text.push_str("This is a build without optimisation, so the times mean nothing.\n\n");
    }
    let database = match &args.database_url {
        Some(url) if url.starts_with("postgres") => "PostgreSQL",
        _ => "SQLite",
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} calls wait, in {database}. A page has up to 100 of them. Medians of {} rounds.\n",
        args.pending, args.rounds
    );
    text.push_str(&table.render());
    text.push_str(&rest(args, times));
    text
}

/// What is no row.
fn rest(args: &ApprovalsArgs, times: &Times) -> String {
    let mut text = String::new();
    let memory = &times.memory;
    let (held, with_held) = memory.held;
    let _ = writeln!(
        text,
        "\nPutting the {} questions took {:.1} s; refusing all of them, one after the other, {:.2} ms \
         each. Letting all of them expire at once, told to one \
         who listens, took {:.2} s from the start of the process; the start of one that has \
         nothing to do takes {:.2} s.",
        args.pending,
        times.filled,
        times.cleared * 1e3,
        times.expiry.all.as_secs_f64(),
        times.expiry.nothing.as_secs_f64(),
    );
    let _ = writeln!(
        text,
        "\nMemory of the gateway: {} MiB with {FEW} that wait, {} MiB with {}, {} MiB with {held} \
         calls on the line on top of that; {} MiB at most.",
        mib(memory.few),
        mib(memory.many),
        args.pending,
        mib(with_held),
        mib(memory.peak),
    );
    let many = &times.many;
    let slowest = [many.list, many.show, many.ask, many.decide, many.wake];
    let slowest = slowest.map(|spread| spread.median);
    let reached = if slowest.iter().all(|seconds| *seconds < AIM) {
        "reached"
    } else {
        "missed"
    };
    let aim = AIM * 1e3;
    let _ = writeln!(
        text,
        "\nAim: each of these takes less than {aim:.0} ms: {reached}."
    );
    if times.wrong > 0 {
        let _ = writeln!(text, "\nWrong: {} answers.", times.wrong);
    }
    text
}

fn millis(seconds: f64) -> String {
    format!("{:.2}", seconds * 1e3)
}

fn mib(kib: u64) -> u64 {
    kib.div_ceil(1024)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::approvals::expiry::Expiry;
    use crate::approvals::measure::{Doing, Memory};

    fn spread(median: f64) -> Spread {
        Spread {
            count: 1,
            median,
            slowest: median * 2.0,
        }
    }

    fn doing(seconds: f64) -> Doing {
        Doing {
            list: spread(seconds),
            show: spread(seconds),
            ask: spread(seconds),
            decide: spread(seconds),
            wake: spread(seconds),
        }
    }

    fn written(many: f64, wrong: usize) -> String {
        let args = ApprovalsArgs {
            candor: None,
            pending: 10_000,
            rounds: 9,
            database_url: Some("postgres://x:secret@host/x".to_owned()),
        };
        let times = Times {
            few: doing(0.002),
            many: doing(many),
            filled: 3.0,
            cleared: 0.0007,
            expiry: Expiry {
                all: Duration::from_millis(1_500),
                nothing: Duration::from_millis(250),
                wrong: 0,
            },
            memory: Memory {
                few: 1024,
                many: 4096,
                held: (400, 8192),
                peak: 9000,
            },
            wrong,
        };
        report(&args, &times)
    }

    #[test]
    fn ratios_and_memory_are_told_and_no_secret() {
        let text = written(0.003, 0);
        let row = "| deciding about one                   |         2.00 |           3.00 |    6.00 | 1.50 |";
        assert!(text.contains(row), "{text}");
        for part in [
            "10000 calls wait, in PostgreSQL",
            "took 3.0 s; refusing all of them, one after the other, 0.70 ms each",
            "took 1.50 s",
            "1 MiB with 120 that wait, 4 MiB with 10000, 8 MiB with 400 calls",
            "9 MiB at most",
            "less than 100 ms: reached",
        ] {
            assert!(text.contains(part), "no `{part}` in {text}");
        }
        assert!(
            !text.contains("secret") && !text.contains("Wrong"),
            "{text}"
        );
    }

    #[test]
    fn a_missed_aim_and_wrong_answers_are_told() {
        let text = written(0.2, 3);
        assert!(text.contains("less than 100 ms: missed"), "{text}");
        assert!(text.contains("Wrong: 3 answers."), "{text}");
    }
}
