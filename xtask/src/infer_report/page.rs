//! The published page: how well hints are inferred, as Markdown.

mod doubt;

use std::fmt::Write;

use candor_model::Hint;

use super::by_method::MethodScore;
use super::measure::{HintScore, ServerScore};
use super::print::{tenths, total};
use super::reliability::ENOUGH;
use super::{ServerScores, merged};

/// A group of servers, measured.
pub(crate) struct MeasuredGroup {
    /// What the group is called in headings.
    pub(crate) name: &'static str,
    pub(crate) scores: ServerScores,
    /// Whether single tools are named. Where they are not, no rule can be made with them, and the
    /// group can be measured again.
    pub(crate) names_tools: bool,
}

/// What would have to be known about a tool: server, tool, words.
pub(crate) type UnsafeNotes = Vec<[String; 3]>;

const INTRODUCTION: &str = "\
# How well hints are inferred

Made by `cargo xtask infer-report`. The measure is what the authors of public MCP servers declare. A tool's own
declared hints are always hidden from inference; those of the server's other tools are hidden or visible, as
each table says. Hints are read as if every suggestion had been accepted.

A hint that inference leaves unset counts as the protocol's default (not read-only, destructive, not
idempotent) in *over all*, and does not count in *among stated*. A *plain verb list* is a list of 55 verbs over
the words of the name, measured on the same tools.
";

/// The whole page.
pub(crate) fn page(
    groups: &[MeasuredGroup],
    operations: Option<&MethodScore>,
    notes: &UnsafeNotes,
    speed: &str,
) -> String {
    let mut text = INTRODUCTION.to_owned();
    text.push_str("\n## Accuracy\n\n");
    accuracy(&mut text, groups);
    doubt::rows(&mut text, groups, notes);
    if let Some(score) = operations {
        let share = |part: usize| tenths(100 * part, score.reading);
        let _ = write!(
            text,
            "\n## Operations of HTTP APIs\n\n{} GET and HEAD operations of public OpenAPI documents: {} are taken for \
             writes ({} of 10,000), {} for destructive. Of {} other operations, {} are read-only without a \
             person's yes.\n",
            score.reading,
            score.raised,
            share(score.raised),
            score.destructive,
            score.writing,
            score.writing_read_only,
        );
    }
    for group in groups {
        confidence(&mut text, group);
    }
    let named = || groups.iter().filter(|group| group.names_tools);
    for group in named() {
        unsafe_cases(&mut text, group, notes);
    }
    for group in named() {
        doubt::alarms(&mut text, group, notes);
    }
    servers(&mut text, groups);
    let _ = write!(text, "\n## Time\n\n{speed}\n");
    text
}

/// One line for each measure, and for each group a column beside that of the verb list.
fn accuracy(text: &mut String, groups: &[MeasuredGroup]) {
    let columns = groups.iter().map(|group| {
        let of = total(&group.scores.blind, |row| row.scores)[Hint::ReadOnly.index()].of;
        format!(
            " {}: {} servers, {of} tools | verb list |",
            group.name,
            group.scores.blind.len()
        )
    });
    let _ = writeln!(text, "| |{}", columns.collect::<String>());
    let _ = writeln!(text, "|---|{}", "---:|---:|".repeat(groups.len()));
    let stated = |score: HintScore| tenths(score.right_stated, score.stated);
    let right = |score: HintScore| tenths(score.right, score.of);
    let unsafe_ =
        |score: HintScore| format!("{} ({} %)", score.unsafe_, tenths(score.unsafe_, score.of));
    let share = |score: HintScore| tenths(score.stated, score.of);
    let rows: [(&str, Hint, Sight, Cell); 11] = [
        (
            "read-only right, over all, %",
            Hint::ReadOnly,
            Sight::Blind,
            &right,
        ),
        (
            "read-only right, among stated, %",
            Hint::ReadOnly,
            Sight::Blind,
            &stated,
        ),
        ("read-only stated, %", Hint::ReadOnly, Sight::Blind, &share),
        (
            "called read-only and is not",
            Hint::ReadOnly,
            Sight::Blind,
            &unsafe_,
        ),
        (
            "destructive among writes, others' hints visible, %",
            Hint::Destructive,
            Sight::Siblings,
            &right,
        ),
        (
            "the same, hidden, %",
            Hint::Destructive,
            Sight::Blind,
            &right,
        ),
        (
            "the same, hidden, the policy that suits each server, %",
            Hint::Destructive,
            Sight::Best,
            &right,
        ),
        (
            "idempotent among writes, others' hints visible, %",
            Hint::Idempotent,
            Sight::Siblings,
            &right,
        ),
        (
            "the same, hidden, %",
            Hint::Idempotent,
            Sight::Blind,
            &right,
        ),
        (
            "open-world, others' hints visible, %",
            Hint::OpenWorld,
            Sight::Siblings,
            &right,
        ),
        ("the same, hidden, %", Hint::OpenWorld, Sight::Blind, &right),
    ];
    for (what, hint, sight, cell) in rows {
        let _ = write!(text, "| {what} |");
        for group in groups {
            let rows = group.rows(sight);
            let ours = total(rows, |row| row.scores)[hint.index()];
            let plain = total(rows, |row| row.baseline)[hint.index()];
            let _ = write!(text, " {} | {} |", cell(ours), cell(plain));
        }
        text.push('\n');
    }
    let _ = write!(
        text,
        "| labelled read-only, taken for a write or destructive, % |"
    );
    for group in groups {
        let of: usize = group
            .scores
            .blind
            .iter()
            .map(|row| row.labelled_reading)
            .sum();
        let alarms: usize = group.scores.blind.iter().map(|row| row.alarms).sum();
        let _ = write!(text, " {} ({alarms} of {of}) | |", tenths(alarms, of));
    }
    text.push('\n');
}

/// Which declared hints a measure may see.
#[derive(Clone, Copy)]
enum Sight {
    Blind,
    Best,
    Siblings,
}

/// How a score is written.
type Cell<'a> = &'a dyn Fn(HintScore) -> String;

/// Stated and observed shares of one group.
fn confidence(text: &mut String, group: &MeasuredGroup) {
    let name = group.name;
    let _ = write!(
        text,
        "\n## Stated confidence, {name}\n\nOnly bands with {ENOUGH} or more findings.\n\n"
    );
    text.push_str("| others' hints | hint | value | from | findings | stated | observed | |\n");
    text.push_str("|---|---|---|---:|---:|---:|---:|---|\n");
    let sights = [
        ("hidden", &group.scores.blind),
        ("visible", &group.scores.siblings),
    ];
    for (sight, rows) in sights {
        for (hint, value, band, count) in merged(rows).rows() {
            if count.of < ENOUGH {
                continue;
            }
            let (stated, observed) = count.tenths();
            let off = if count.error() > 50 {
                "more than 5 points off"
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "| {sight} | {} | {value} | {band} % | {} | {}.{} | {}.{} | {off} |",
                hint.word(),
                count.of,
                stated / 10,
                stated % 10,
                observed / 10,
                observed % 10,
            );
        }
    }
}

/// Every tool that is called read-only and is labelled otherwise.
fn unsafe_cases(text: &mut String, group: &MeasuredGroup, notes: &UnsafeNotes) {
    let _ = write!(
        text,
        "\n## Called read-only and labelled otherwise, {}\n\n",
        group.name
    );
    text.push_str(
        "| server | tool | evidence | what would have to be known |\n|---|---|---|---|\n",
    );
    for row in &group.scores.blind {
        for error in &row.errors {
            if error.hint != Hint::ReadOnly || error.label {
                continue;
            }
            let note = doubt::note(notes, &row.server, &error.tool);
            let why = error.why.replace('|', "\\|").replace('`', "'");
            let _ = writeln!(
                text,
                "| {} | `{}` | {why} | {note} |",
                row.server, error.tool
            );
        }
    }
}

fn servers(text: &mut String, groups: &[MeasuredGroup]) {
    text.push_str("\n## Servers\n");
    for group in groups {
        let server = |row: &ServerScore| {
            let score = row.scores[Hint::ReadOnly.index()];
            format!("{} ({} of {})", row.server, score.right, score.of)
        };
        let names: Vec<String> = group.scores.blind.iter().map(server).collect();
        let _ = write!(
            text,
            "\n{}, with read-only right of labelled: {}.\n",
            group.name,
            names.join(", ")
        );
    }
}

// === impl MeasuredGroup ===

impl MeasuredGroup {
    fn rows(&self, sight: Sight) -> &[ServerScore] {
        match sight {
            Sight::Blind => &self.scores.blind,
            Sight::Best => &self.scores.best,
            Sight::Siblings => &self.scores.siblings,
        }
    }
}
