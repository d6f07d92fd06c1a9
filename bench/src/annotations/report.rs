//! What was measured, as Markdown.

use std::fmt::Write;

use crate::annotations::measure::Times;
use crate::table::Table;

/// Until an override counts in the whole catalogue, it should take less.
const AIM: f64 = 1.0;

pub(super) fn report(tools: u32, times: &Times) -> String {
    let mut table = Table::new(["what", "ms", "× serialising"]);
    let mut row = |what: &str, seconds: f64| {
        let ratio = seconds / times.serialised;
        table.row([
            what.to_owned(),
            format!("{:.1}", seconds * 1e3),
            format!("{ratio:.1}"),
        ]);
    };
    row(
        "one override, until every list says it",
        times.override_made,
    );
    row("the slowest of them", times.slowest);
    row("the same once more, which changes nothing", times.repeated);
    row(
        "resolving the whole catalogue again (the difference)",
        times.resolving(),
    );
    row(
        "serialising the list once, from values in memory",
        times.serialised,
    );

    let mut text = String::from("## One override in a large catalogue\n\n");
    if cfg!(debug_assertions) {
        text.push_str("This is a build without optimisation, so the times mean nothing.\n\n");
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{tools} tools, a list of {} bytes. Five voices speak about each: evidence, the server, an \
         override by pattern, an override by name, and one for the environment. Two endpoints are \
         written. Medians of {} rounds.\n",
        times.bytes, times.rounds
    );
    text.push_str(&table.render());
    let reached = if times.slowest < AIM {
        "reached"
    } else {
        "missed"
    };
    let _ = writeln!(
        text,
        "\nAim: every override counts within {AIM:.0} s: {reached}."
    );
    if times.wrong > 0 {
        let _ = writeln!(
            text,
            "\nWrong: {} lists did not say what had been confirmed.",
            times.wrong
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMES: Times = Times {
        override_made: 0.110,
        slowest: 0.2,
        repeated: 0.010,
        serialised: 0.020,
        bytes: 7,
        wrong: 0,
        rounds: 3,
    };

    #[test]
    fn the_difference_and_the_ratios_are_told() {
        let text = report(10_000, &TIMES);
        let line = |start: &str| {
            let line = text.lines().find(|line| line.starts_with(start));
            let cells = line
                .unwrap_or_else(|| panic!("no `{start}` in {text}"))
                .split('|');
            cells.map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(line("| resolving")[2..4], ["100.0", "5.0"]);
        assert_eq!(line("| serialising")[2..4], ["20.0", "1.0"]);
        assert!(
            text.contains("reached") && !text.contains("Wrong"),
            "{text}"
        );
    }

    #[test]
    fn a_missed_aim_and_wrong_lists_are_told() {
        let times = Times {
            slowest: 1.5,
            wrong: 2,
            ..TIMES
        };
        let text = report(10_000, &times);
        assert!(text.contains("missed"), "{text}");
        assert!(text.contains("Wrong: 2 lists"), "{text}");
    }
}
