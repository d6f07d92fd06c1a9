//! The report as text.

use std::fmt::Write;

use candor_infer::ToolInference;
use candor_model::Hint;

use super::by_method::MethodScore;
use super::corpus::CorpusTool;
use super::measure::{HintScore, HintVisibility, ServerScore};
use super::reliability::{ENOUGH, ReliabilityTable};

/// One line for each server and one for all. Each hint has three columns: tools with a label,
/// percent right, and how many were taken for safer than they are.
pub(crate) fn table(heading: &str, rows: &[ServerScore]) -> String {
    let mut text = format!("{heading}\n");
    let _ = writeln!(
        text,
        "{:<17}{:>6}  {:<20}{:<31}{:<20}{:<20}",
        "server", "tools", "read-only", "destructive among writes", "idempotent", "open-world"
    );
    let head = "     n  right unsafe";
    let _ = writeln!(
        text,
        "{:<25}{head} {:<11}{head} {head} {head}",
        "", "policy"
    );
    let totals = total(rows, |row| row.scores);
    for row in rows {
        line(
            &mut text,
            &row.server,
            row.tools,
            row.policy.as_str(),
            &row.scores,
        );
    }
    let tools = rows.iter().map(|row| row.tools).sum();
    line(&mut text, "all", tools, "", &totals);
    let plain = total(rows, |row| row.baseline);
    line(&mut text, "plain verb list", tools, "", &plain);
    text
}

/// The scores of several servers, added up.
pub(crate) fn total(
    rows: &[ServerScore],
    scores: impl Fn(&ServerScore) -> [HintScore; 4],
) -> [HintScore; 4] {
    let mut totals = [HintScore::default(); 4];
    for row in rows {
        for (total, score) in totals.iter_mut().zip(scores(row)) {
            *total = total.plus(score);
        }
    }
    totals
}

/// How many tools that only read are taken for more.
pub(crate) fn alarms(rows: &[ServerScore]) -> String {
    let of: usize = rows.iter().map(|row| row.labelled_reading).sum();
    let alarms: usize = rows.iter().map(|row| row.alarms).sum();
    let share = tenths(alarms, of);
    format!(
        "false alarms: {alarms} of {of} tools labelled read-only are taken for writes or destructive ({share} %)\n"
    )
}

/// Stated and observed confidence, by hint, value and band.
pub(crate) fn reliability(heading: &str, table: &ReliabilityTable) -> String {
    let mut text = format!("reliability, {heading}\n");
    let _ = writeln!(
        text,
        "{:<13}{:<7}{:<9}{:>6}{:>9}{:>10}",
        "hint", "value", "from", "n", "stated", "observed"
    );
    for (hint, value, band, count) in table.rows() {
        let (stated, observed) = count.tenths();
        let off = count.of >= ENOUGH && count.error() > 50;
        let _ = writeln!(
            text,
            "{:<13}{value:<7}{:<9}{:>6}{:>9}{:>10}{}",
            hint.word(),
            format!("{band} %"),
            count.of,
            format!("{}.{}", stated / 10, stated % 10),
            format!("{}.{}", observed / 10, observed % 10),
            if off { "  more than 5 points off" } else { "" }
        );
    }
    text
}

/// What was found about operations with an HTTP method.
pub(crate) fn methods(score: &MethodScore) -> String {
    let share = |part, of: usize| {
        let hundredths = 10_000 * part / of.max(1);
        format!("{}.{:02} %", hundredths / 100, hundredths % 100)
    };
    format!(
        "operations: {} read by their method; {} of them are taken for writes ({}), {} for destructive\n\
         {} write by their method; {} of them are taken for destructive, {} for read-only\n",
        score.reading,
        score.raised,
        share(score.raised, score.reading),
        score.destructive,
        score.writing,
        score.writing_destructive,
        score.writing_read_only,
    )
}

fn line(text: &mut String, server: &str, tools: usize, policy: &str, scores: &[HintScore; 4]) {
    let cell = |hint: Hint| cell(scores[hint.index()]);
    let _ = writeln!(
        text,
        "{server:<17}{tools:>6}  {} {policy:<11}{} {} {}",
        cell(Hint::ReadOnly),
        cell(Hint::Destructive),
        cell(Hint::Idempotent),
        cell(Hint::OpenWorld),
    );
}

fn cell(score: HintScore) -> String {
    if score.of == 0 {
        return format!("{:>6}{:>7}{:>7}", "-", "", "");
    }
    let right = tenths(score.right, score.of);
    format!("{:>6}{right:>7}{:>7}", score.of, score.unsafe_)
}

/// A share in percent with one decimal, rounded down so that 95.99 is not 96.
pub(crate) fn tenths(part: usize, of: usize) -> String {
    let tenths = 1000 * part / of.max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The findings about one tool that has labels.
pub(crate) fn findings(
    server: &str,
    sight: HintVisibility,
    tool: &CorpusTool,
    inference: &ToolInference,
) -> String {
    let labels = tool.labels();
    let mut text = String::new();
    for finding in &inference.findings {
        if let Some(label) = labels.get(finding.hint) {
            let reads = labels.get(Hint::ReadOnly) == Some(true);
            let _ = writeln!(
                text,
                "{sight:?}\t{server}\t{}\t{}\t{}\t{}\t{label}\t{reads}\t{}",
                tool.name,
                finding.hint.word(),
                finding.value,
                finding.confidence.percent(),
                finding.because().contains("other tools"),
            );
        }
    }
    text
}

/// Every error, with the evidence.
pub(crate) fn errors(heading: &str, rows: &[ServerScore]) -> String {
    let mut text = format!("errors, {heading}\n");
    for row in rows {
        for error in &row.errors {
            let kind = if error.label == error.hint.careful() {
                "UNSAFE"
            } else {
                "safe"
            };
            let guess = error
                .guess
                .map_or("unset".to_owned(), |guess| guess.to_string());
            let _ = writeln!(
                text,
                "{kind:<7}{} {} {}: label {}, inferred {guess} ({})",
                row.server,
                error.hint.word(),
                error.tool,
                error.label,
                error.why
            );
        }
    }
    text
}
