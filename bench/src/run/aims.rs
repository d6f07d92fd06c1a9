//! What Candor aims at, and whether a run reached it.

use crate::report::{MarkdownTable, number};
use crate::run::summary::RunResults;
use crate::run::target::RunTarget::{
    Direct, Everything, OneReplica, Relay, RmcpRelay, Transparent, TwoReplicas,
};

const CALLS: &str = "modern, tools/call, 16 clients";
const REPLICAS: &str = "modern, tools/call, 32 clients, replicas";
/// With fewer cores, two replicas share what one can use.
const ENOUGH_CORES: usize = 6;

/// A bound that a measured value should keep.
#[derive(Debug, Clone, Copy)]
enum AimBound {
    AtLeast(f64),
    AtMost(f64),
    Under(f64),
}

/// One row: the work, the bound with its unit, and what was measured.
struct Aim {
    work: &'static str,
    bound: AimBound,
    unit: &'static str,
    measured: Option<f64>,
}

/// The table of aims: work, aim, measured, reached or missed.
pub(crate) fn table(results: &RunResults) -> MarkdownTable {
    let mut table = MarkdownTable::new("work | aim | measured | verdict");
    for aim in aims(results) {
        let digits = if aim.unit.starts_with(" M") || aim.unit.starts_with(" m") {
            1
        } else {
            2
        };
        let measured = match aim.measured {
            Some(_) => format!("{}{}", number(aim.measured, digits), aim.unit),
            None => number(None, digits),
        };
        table.row([
            aim.work.to_owned(),
            format!("{}{}", aim.bound.text(), aim.unit),
            measured,
            aim.verdict().to_owned(),
        ]);
    }
    table
}

/// What bounds two replicas on this machine, in words.
pub(crate) fn replicas_note(results: &RunResults) -> String {
    let share = results
        .scenario(REPLICAS)
        .and_then(|it| it.share(TwoReplicas, OneReplica));
    let Some(share) = share else {
        return "Two replicas were not measured.".to_owned();
    };
    let cores = results.cores;
    if cores >= ENOUGH_CORES {
        return format!("Two replicas make {share:.2} × the calls of one, on {cores} cores.");
    }
    format!(
        "Two replicas make {share:.2} × the calls of one. Clients, replicas, server and database \
         share {cores} cores here, so this bounds what replicas with cores of their own reach from \
         below only."
    )
}

fn aims(results: &RunResults) -> Vec<Aim> {
    use AimBound::{AtLeast, AtMost, Under};
    let calls = results.scenario(CALLS);
    let share = |name: &str, of, to| results.scenario(name)?.share(of, to);
    let aim = |work, bound, unit, measured| Aim {
        work,
        bound,
        unit,
        measured,
    };
    let beside = " of the relay";
    let stdio = "modern, tools/call over stdio, 16 clients";
    let large = "modern, tools/call with a result of 5 MB, 4 clients";
    let lists = "modern, tools/list of 100 tools, 16 clients";
    vec![
        aim(
            "calls per second, 16 clients, everything on",
            AtLeast(0.80),
            beside,
            calls.and_then(|it| it.share(Everything, Relay)),
        ),
        aim(
            "CPU of such a call",
            AtMost(1.8),
            " × the relay's",
            calls.and_then(|it| it.cpu(Everything, Relay)),
        ),
        aim(
            "the same calls beside the rmcp relay",
            AtLeast(1.8),
            " × its calls",
            calls.and_then(|it| it.share(Everything, RmcpRelay)),
        ),
        aim(
            "p99 added to a direct call, 16 clients",
            AtMost(1.5),
            " × the relay's",
            calls.and_then(|it| it.added_p99(Everything, Relay)),
        ),
        aim(
            "calls per second, 1 client",
            AtLeast(0.75),
            beside,
            share("modern, tools/call, 1 client", Everything, Relay),
        ),
        aim(
            "calls per second, 64 clients",
            AtLeast(0.75),
            beside,
            share("modern, tools/call, 64 clients", Everything, Relay),
        ),
        aim(
            "stdio source, 16 clients",
            AtLeast(0.80),
            beside,
            share(stdio, Everything, Relay),
        ),
        aim(
            "a result of 5 MB",
            AtLeast(0.90),
            beside,
            share(large, Everything, Relay),
        ),
        aim(
            "lists of 100 tools, 16 clients",
            AtLeast(4.0),
            " × direct",
            share(lists, Transparent, Direct),
        ),
        aim(
            "memory with 10,000 tools and 1,000 sessions",
            Under(250.0),
            " MB",
            results.figures.memory_mb(),
        ),
        aim(
            "one hint changed among 10,000 tools",
            Under(20.0),
            " ms",
            results.figures.change_ms(),
        ),
        aim(
            "two replicas beside one",
            AtLeast(1.8),
            " × its calls",
            share(REPLICAS, TwoReplicas, OneReplica),
        ),
    ]
}

// === impl AimBound ===

impl AimBound {
    fn text(self) -> String {
        match self {
            Self::AtLeast(value) => format!("at least {value}"),
            Self::AtMost(value) => format!("at most {value}"),
            Self::Under(value) => format!("under {value}"),
        }
    }

    fn holds(self, measured: f64) -> bool {
        match self {
            Self::AtLeast(value) => measured >= value,
            Self::AtMost(value) => measured <= value,
            Self::Under(value) => measured < value,
        }
    }
}

// === impl Aim ===

impl Aim {
    fn verdict(&self) -> &'static str {
        match self.measured {
            None => "not measured",
            Some(measured) if self.bound.holds(measured) => "reached",
            Some(_) => "missed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check_text;
    use crate::run::summary::tests::{noisy, results};

    #[test]
    fn bounds_hold_up_to_their_edge() {
        for (bound, measured, holds) in [
            (AimBound::AtLeast(0.8), 0.8, true),
            (AimBound::AtLeast(0.8), 0.79, false),
            (AimBound::AtMost(1.8), 1.8, true),
            (AimBound::AtMost(1.8), 1.81, false),
            (AimBound::Under(20.0), 19.9, true),
            (AimBound::Under(20.0), 20.0, false),
        ] {
            assert_eq!(bound.holds(measured), holds, "{bound:?} {measured}");
        }
    }

    fn rows(text: &str) -> String {
        let rows = text.lines().map(|line| {
            let cells: Vec<_> = line.split_whitespace().collect();
            cells.join(" ")
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn every_aim_is_told_with_what_was_measured() {
        let text = rows(&table(&results(&noisy())).render());
        let says = [
            "| calls per second, 16 clients, everything on | at least 0.8 of the relay | 0.90 of the relay | reached |",
            "| CPU of such a call | at most 1.8 × the relay's | 1.50 × the relay's | reached |",
            "| the same calls beside the rmcp relay | at least 1.8 × its calls | 1.50 × its calls | missed |",
            "| stdio source, 16 clients | at least 0.8 of the relay | – | not measured |",
        ];
        check_text(&text, &says, &[]);
    }
}
