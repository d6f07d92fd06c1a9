//! The report as text.

use std::fmt::Write;

use candor_model::Hint;

use super::measure::{HintScore, HintVisibility, ServerScore};

/// One line for each server and one for all. Each hint has three columns: tools with a label,
/// percent right, and how many were taken for safer than they are.
pub(crate) fn table(sight: HintVisibility, rows: &[ServerScore]) -> String {
    let mut text = String::from(match sight {
        HintVisibility::Blind => "declared hints hidden\n",
        HintVisibility::Siblings => "siblings' declared hints visible\n",
    });
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
    let mut totals = [HintScore::default(); 4];
    for row in rows {
        for (total, score) in totals.iter_mut().zip(row.scores) {
            *total = total.plus(score);
        }
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
    text
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
fn tenths(part: usize, of: usize) -> String {
    let tenths = 1000 * part / of.max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Every error, with the evidence.
pub(crate) fn errors(rows: &[ServerScore]) -> String {
    let mut text = String::from("errors, declared hints hidden\n");
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
