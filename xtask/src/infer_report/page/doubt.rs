//! Labels that the tool's own words contradict: how much of what is counted as wrong they are.

use std::fmt::Write;

use candor_model::Hint;

use super::super::measure::WrongHint;
use super::super::print::{tenths, total};
use super::{MeasuredGroup, UnsafeNotes};

/// With what the note about such a label begins.
const DOUBTFUL: &str = "label doubtful";

/// What is noted about a tool; empty where nothing is.
pub(super) fn note<'n>(notes: &'n UnsafeNotes, server: &str, tool: &str) -> &'n str {
    let known = |note: &&[String; 3]| note[0] == server && note[1] == tool;
    notes.iter().find(known).map_or("", |note| note[2].as_str())
}

/// Rows of the table of accuracy: the same without doubtful labels.
pub(super) fn rows(text: &mut String, groups: &[MeasuredGroup], notes: &UnsafeNotes) {
    if notes.is_empty() {
        return;
    }
    text.push_str(
        "| read-only right, over all, without labels that the tool's own words contradict, % |",
    );
    for group in groups {
        let score = total(&group.scores.blind, |row| row.scores)[Hint::ReadOnly.index()];
        let doubtful = wrong(group, notes, |_| true);
        let of = score.of - doubtful;
        let _ = write!(
            text,
            " {} ({doubtful} left out) | |",
            tenths(score.right, of)
        );
    }
    text.push_str(
        "\n| labelled read-only, taken for a write or destructive, without the same, % |",
    );
    for group in groups {
        let blind = &group.scores.blind;
        let of: usize = blind.iter().map(|row| row.labelled_reading).sum();
        let alarms: usize = blind.iter().map(|row| row.alarms).sum();
        let doubtful = wrong(group, notes, |error| error.alarm);
        let left = alarms.saturating_sub(doubtful);
        let _ = write!(
            text,
            " {} ({left} of {}) | |",
            tenths(left, of - doubtful),
            of - doubtful
        );
    }
    text.push('\n');
}

/// How many tools of a group are wrong about read-only by a label that is doubtful.
fn wrong(group: &MeasuredGroup, notes: &UnsafeNotes, counts: fn(&WrongHint) -> bool) -> usize {
    let rows = group.scores.blind.iter();
    let errors = rows.flat_map(|row| row.errors.iter().map(move |error| (row, error)));
    let doubtful = errors.filter(|(row, error)| {
        error.hint == Hint::ReadOnly
            && counts(error)
            && note(notes, &row.server, &error.tool).starts_with(DOUBTFUL)
    });
    doubtful.count()
}

/// Every tool that is labelled read-only and taken for a write.
pub(super) fn alarms(text: &mut String, group: &MeasuredGroup, notes: &UnsafeNotes) {
    let name = group.name;
    let _ = write!(
        text,
        "\n## Labelled read-only and taken for a write, {name}\n\n"
    );
    text.push_str("| server | tool | evidence | |\n|---|---|---|---|\n");
    for row in &group.scores.blind {
        let errors = row.errors.iter();
        for error in errors.filter(|error| error.hint == Hint::ReadOnly && error.alarm) {
            let why = error.why.replace('|', "\\|").replace('`', "'");
            let note = note(notes, &row.server, &error.tool);
            let _ = writeln!(
                text,
                "| {} | `{}` | {why} | {note} |",
                row.server, error.tool
            );
        }
    }
}
