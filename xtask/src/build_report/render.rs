//! The report as Markdown, and the figures that are kept in it.

mod rows;

#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use self::rows::FigureRow;
use super::figures::BuildFigures;

/// What stands before and behind the figures in the report.
const KEPT: (&str, &str) = ("<!-- build-figures ", " -->");

/// A table of figures with its title.
struct ReportSection {
    title: &'static str,
    /// What the figures mean.
    about: &'static str,
    rows: fn(&BuildFigures) -> Vec<FigureRow>,
    /// What stands below the table, of this report and an earlier one.
    details: fn(&BuildFigures, Option<&BuildFigures>) -> String,
}

const SECTIONS: [ReportSection; 5] = [
    ReportSection {
        title: "Built from nothing",
        about: "`cargo build --release` of the default binary in an empty target folder. Times of \
                crates are sums: crates that were built side by side count in full. *Not of this \
                workspace* is the floor, which no change here lowers.",
        rows: rows::cold,
        details: slowest,
    },
    ReportSection {
        title: "Built again",
        about: "The same after a change of one line in `crates/gateway`.",
        rows: rows::rebuild,
        details: |now, _| rows::rebuilt_crates(now),
    },
    ReportSection {
        title: "The binary",
        about: "*Loaded* is what is left of the file without symbols and line tables.",
        rows: rows::binary,
        details: |_, _| String::new(),
    },
    ReportSection {
        title: "Futures",
        about: "Functions that run or drop a future, by the library that writes it. *Outside* were \
                compiled in a crate where they are not at home, *copies* in a further crate after \
                the first. A future that is boxed where it is written has neither. In a binary \
                without symbols there is nothing to count; `e2e build_size` does it in a debug build.",
        rows: rows::futures,
        details: |now, _| rows::most_copied(now),
    },
    ReportSection {
        title: "Running",
        about: "`candor serve` in front of a server: the time from its start to the first whole \
                `tools/list` (median of five), and its memory after calls one after the other.",
        rows: rows::serving,
        details: |_, _| String::new(),
    },
];

/// Writes the report, with the figures of an earlier one beside its own.
pub(super) fn report(now: &BuildFigures, before: Option<&BuildFigures>) -> String {
    let mut text = String::from("# What the build costs and what it makes\n\n");
    introduce(&mut text, now, before);
    for section in SECTIONS {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {}\n\n{}\n\n", section.title, section.about);
        let found = (section.rows)(now);
        if found.is_empty() {
            text.push_str("Not measured.\n");
            continue;
        }
        table(&mut text, &found, before.map(section.rows).as_deref());
        text.push_str(&(section.details)(now, before));
    }
    keep(&mut text, now);
    text
}

/// The figures in an earlier report; the error says what is wrong with it.
pub(super) fn figures_in(text: &str) -> Result<BuildFigures, String> {
    let (_, rest) = text.rsplit_once(KEPT.0).ok_or_else(|| {
        "is no report of `cargo xtask build-report`: it has no figures at its end".to_owned()
    })?;
    let (json, _) = rest
        .split_once(KEPT.1)
        .ok_or("ends within its figures; write it again")?;
    serde_json::from_str(json).map_err(|error| format!("has figures that cannot be read: {error}"))
}

fn introduce(text: &mut String, now: &BuildFigures, before: Option<&BuildFigures>) {
    let described = |figures: &BuildFigures| {
        let machine = &figures.machine;
        let (cores, compiler, commit) = (machine.cores, &machine.compiler, &machine.commit);
        if commit.is_empty() {
            return format!("a binary that was there, {cores} cores");
        }
        format!("commit {commit}, {compiler}, {cores} cores")
    };
    let _ = writeln!(
        text,
        "Output of `cargo xtask build-report`: {}. Times and memory are this machine's; compare \
         them with those of another commit on the same machine.",
        described(now)
    );
    if let Some(before) = before {
        let _ = writeln!(text, "\nBefore: {}.", described(before));
    }
}

fn table(text: &mut String, now: &[FigureRow], before: Option<&[FigureRow]>) {
    let Some(before) = before else {
        text.push_str("| | now |\n|---|---:|\n");
        for row in now {
            let _ = writeln!(text, "| {} | {} |", row.label, row.value);
        }
        return;
    };
    text.push_str("| | before | now |\n|---|---:|---:|\n");
    for row in now {
        let old = before.iter().find(|it| it.label == row.label);
        let old = old.map_or("–", |it| it.value.as_str());
        let _ = writeln!(text, "| {} | {old} | {} |", row.label, row.value);
    }
}

fn slowest(now: &BuildFigures, before: Option<&BuildFigures>) -> String {
    let mut text =
        String::from("\nThe slowest crates with their build scripts; **ours** are marked.\n\n");
    let found = rows::slowest(now);
    table(&mut text, &found, before.map(rows::slowest).as_deref());
    text
}

/// Keeps the figures where no reader sees them and the next report finds them.
fn keep(text: &mut String, now: &BuildFigures) {
    // Only a number that is none cannot be written, and none is measured.
    let json = serde_json::to_string(now).unwrap_or_default();
    // Nothing in a string may end the comment.
    let json = json.replace('>', "\\u003e");
    let _ = write!(text, "\n{}{json}{}\n", KEPT.0, KEPT.1);
}
