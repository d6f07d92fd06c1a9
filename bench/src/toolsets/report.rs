//! What was measured, as Markdown.

use std::fmt::Write;

use crate::spread::Spread;
use crate::table::Table;
use crate::toolsets::measure::Times;
use crate::toolsets::plan::Plan;

/// Equipping a toolset should take less, in seconds.
const EQUIP_AIM: f64 = 0.050;
/// A search should take less, in seconds.
const SEARCH_AIM: f64 = 0.020;

pub(super) fn report(plan: Plan, times: &Times) -> String {
    let mut table = Table::new(["what", "ms", "slowest"]);
    let mut row = |what: &str, spread: Spread| {
        table.row([
            what.to_owned(),
            millis(spread.median),
            millis(spread.slowest),
        ]);
    };
    row(
        "the list of a server with as many tools as one toolset",
        times.direct_small,
    );
    row("the list of one toolset", times.one_toolset);
    row("the list of the server with all tools", times.direct);
    row("the list of everything", times.everything);
    row("equipping, until it is confirmed", times.equip);
    row("the first list after it", times.first_list);
    row(
        "adding a note everywhere, until it is confirmed",
        times.note,
    );
    row("the first search after it", times.first_search);
    row("a search", times.search);

    let mut text = String::from("## Many toolsets over many tools\n\n");
    if cfg!(debug_assertions) {
        text.push_str("This is a build without optimisation, so the times mean nothing.\n\n");
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} toolsets over {} tools, {} in each; the list of one has {} bytes. Searches are among \
         all tools. Medians of {} rounds.\n",
        plan.toolsets, plan.tools, plan.size, times.bytes, times.rounds
    );
    text.push_str(&table.render());
    let _ = writeln!(
        text,
        "\nThe list of one toolset takes {:.2} of the time of the same list from a server.",
        times.one_toolset.median / times.direct_small.median
    );
    for (what, aim, spread) in [
        ("a toolset is equipped", EQUIP_AIM, times.equip),
        ("a search is answered", SEARCH_AIM, times.search),
    ] {
        let reached = if spread.median < aim {
            "reached"
        } else {
            "missed"
        };
        let _ = writeln!(text, "Aim: {what} within {:.0} ms: {reached}.", aim * 1e3);
    }
    if times.wrong > 0 {
        let _ = writeln!(
            text,
            "\nWrong: {} answers were not what they should be.",
            times.wrong
        );
    }
    text
}

fn millis(seconds: f64) -> String {
    format!("{:.2}", seconds * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(median: f64) -> Spread {
        Spread {
            count: 1,
            median,
            slowest: 2.0 * median,
        }
    }

    fn times() -> Times {
        Times {
            direct_small: spread(0.002),
            one_toolset: spread(0.001),
            direct: spread(0.1),
            everything: spread(0.05),
            equip: spread(0.03),
            first_list: spread(0.001),
            note: spread(0.03),
            first_search: spread(0.04),
            search: spread(0.01),
            bytes: 7,
            wrong: 0,
            rounds: 3,
        }
    }

    #[test]
    fn the_ratio_and_the_aims_are_told() {
        let text = report(Plan::new(5_000, 200), &times());
        assert!(
            text.contains("200 toolsets over 5000 tools, 25 in each"),
            "{text}"
        );
        assert!(text.contains("takes 0.50 of the time"), "{text}");
        assert!(text.contains("within 50 ms: reached"), "{text}");
        assert!(text.contains("within 20 ms: reached"), "{text}");
        assert!(!text.contains("Wrong"), "{text}");
    }

    #[test]
    fn missed_aims_and_wrong_answers_are_told() {
        let times = Times {
            equip: spread(0.06),
            search: spread(0.03),
            wrong: 2,
            ..times()
        };
        let text = report(Plan::new(5_000, 200), &times);
        assert!(text.contains("within 50 ms: missed"), "{text}");
        assert!(text.contains("within 20 ms: missed"), "{text}");
        assert!(text.contains("Wrong: 2 answers"), "{text}");
    }
}
