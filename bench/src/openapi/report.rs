//! What was measured, as Markdown.

use std::fmt::Write;

use crate::openapi::gateway::TOOLS;
use crate::openapi::measure::Times;
use crate::openapi::reading::Reading;
use crate::spread::Spread;
use crate::table::Table;

/// While a document is loaded, every answer should take less, in seconds.
const AIM: f64 = 0.250;

pub(super) fn report(reading: &Reading, times: &Times) -> String {
    let mut text = String::from("## A large OpenAPI document\n\n");
    if cfg!(debug_assertions) {
        text.push_str("This is a build without optimisation, so the times mean nothing.\n\n");
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} bytes, {} operations, {} tools (deprecated operations are left out), {} findings. \
         Medians of {} rounds.\n",
        reading.bytes, reading.operations, reading.tools, reading.findings, times.rounds
    );
    text.push_str(&steps(reading, times));
    let _ = writeln!(
        text,
        "\nPeak memory: {} MiB for the document alone, {} MiB for the gateway. The list of all \
         tools has {} bytes.\n",
        reading.peak_rss_kib / 1024,
        times.peak_rss_kib / 1024,
        times.whole_bytes
    );
    let _ = writeln!(
        text,
        "What a client of another server ({TOOLS} tools) notices, in milliseconds:\n"
    );
    text.push_str(&noticed(times));
    let slowest = times.list_loading.slowest.max(times.call_loading.slowest);
    let reached = if times.call_loading.count == 0 {
        "not measured, the document was loaded before anything could be asked"
    } else if slowest < AIM {
        "reached"
    } else {
        "missed"
    };
    let _ = writeln!(
        text,
        "\nAim: every answer within {:.0} ms while the document is loaded: {reached}.",
        AIM * 1e3
    );
    text
}

fn steps(reading: &Reading, times: &Times) -> String {
    let mut table = Table::new(["what", "ms", "slowest"]);
    for (what, seconds) in [
        ("parsing: from text to values", reading.parse),
        ("reading: from values to operations", reading.read),
        ("making: from operations to tools", reading.make),
    ] {
        table.row([what.to_owned(), millis(seconds)]);
    }
    for (what, spread) in [
        (
            "in a gateway, from its start until every tool is listed",
            times.listed,
        ),
        ("the list of everything", times.whole_list),
    ] {
        table.row([
            what.to_owned(),
            millis(spread.median),
            millis(spread.slowest),
        ]);
    }
    table.render()
}

fn noticed(times: &Times) -> String {
    let mut table = Table::new(["what", "answers", "p50", "slowest", "× p50 at rest"]);
    let mut row = |what: &str, spread: Spread, rest: Spread| {
        table.row([
            what.to_owned(),
            spread.count.to_string(),
            millis(spread.median),
            millis(spread.slowest),
            format!("{:.2}", spread.median / rest.median),
        ]);
    };
    let (list, call) = (times.list_at_rest, times.call_at_rest);
    row("`tools/list`, nothing to load", list, list);
    row("`tools/list`, while loading", times.list_loading, list);
    row("`tools/call`, nothing to load", call, call);
    row("`tools/call`, while loading", times.call_loading, call);
    table.render()
}

fn millis(seconds: f64) -> String {
    format!("{:.2}", seconds * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    const READING: Reading = Reading {
        bytes: 13_001_822,
        operations: 1_223,
        tools: 1_200,
        findings: 7,
        parse: 0.1,
        read: 0.2,
        make: 0.3,
        peak_rss_kib: 204_800,
    };

    fn spread(median: f64) -> Spread {
        Spread {
            count: 50,
            median,
            slowest: 10.0 * median,
        }
    }

    fn times() -> Times {
        Times {
            list_at_rest: spread(0.001),
            call_at_rest: spread(0.002),
            list_loading: spread(0.002),
            call_loading: spread(0.003),
            listed: spread(1.5),
            whole_list: spread(0.01),
            whole_bytes: 7,
            peak_rss_kib: 409_600,
            rounds: 5,
        }
    }

    #[test]
    fn steps_ratios_and_the_aim_are_told() {
        let text = report(&READING, &times());
        for expected in [
            "1223 operations, 1200 tools",
            "200 MiB for the document alone, 400 MiB",
            "within 250 ms while the document is loaded: reached",
        ] {
            assert!(text.contains(expected), "{expected} in {text}");
        }
        let ratios = text.lines().filter(|line| line.contains("while loading"));
        let ratios: Vec<&str> = ratios.map(|line| &line[line.len() - 6..]).collect();
        assert_eq!(ratios, ["2.00 |", "1.50 |"]);
    }

    #[test]
    fn a_missed_aim_is_told_and_so_is_one_that_was_not_measured() {
        for (call_loading, expected) in [
            (spread(0.1), "loaded: missed"),
            (Spread::default(), "loaded: not measured"),
        ] {
            let times = Times {
                call_loading,
                ..times()
            };
            let text = report(&READING, &times);
            assert!(text.contains(expected), "{text}");
        }
    }
}
