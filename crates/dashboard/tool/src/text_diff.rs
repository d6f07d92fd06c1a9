//! A line diff of two texts.

use candor_dashboard_kit::ExternalText;

/// The maximum number of lines of each text.
const LINES: usize = 300;
/// The maximum length of a line, in characters.
const WIDTH: usize = 400;
/// The number of context lines around a difference.
const AROUND: usize = 2;

/// A line of the diff.
#[derive(Debug)]
pub(crate) enum DiffLine {
    Same(ExternalText),
    /// Only in the old text.
    Gone(ExternalText),
    /// Only in the new text.
    New(ExternalText),
    /// A number of unchanged lines.
    Alike(usize),
    /// A number of lines that were not compared.
    Rest(usize),
}

/// The diff; empty if the texts are equal.
pub(crate) fn between(old: &str, new: &str) -> Vec<DiffLine> {
    if old == new {
        return Vec::new();
    }
    let (old, old_rest) = split(old);
    let (new, new_rest) = split(new);
    let mut lines = fold(walk(&old, &new));
    let rest = old_rest.max(new_rest);
    if rest > 0 {
        lines.push(DiffLine::Rest(rest));
    }
    lines
}

fn split(text: &str) -> (Vec<&str>, usize) {
    let mut lines = text.lines();
    let kept: Vec<_> = lines.by_ref().take(LINES).collect();
    (kept, lines.count())
}

/// The length of the longest common subsequence from each pair of positions on.
fn common(old: &[&str], new: &[&str]) -> Vec<Vec<u16>> {
    let mut table = vec![vec![0; new.len() + 1]; old.len() + 1];
    for (i, one) in old.iter().enumerate().rev() {
        for (j, other) in new.iter().enumerate().rev() {
            table[i][j] = if one == other {
                table[i + 1][j + 1] + 1
            } else {
                table[i + 1][j].max(table[i][j + 1])
            };
        }
    }
    table
}

fn walk(old: &[&str], new: &[&str]) -> Vec<DiffLine> {
    let table = common(old, new);
    let show = |line: &str| ExternalText::short(line, WIDTH);
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push(DiffLine::Same(show(old[i])));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || (i < old.len() && table[i + 1][j] >= table[i][j + 1]) {
            lines.push(DiffLine::Gone(show(old[i])));
            i += 1;
        } else {
            lines.push(DiffLine::New(show(new[j])));
            j += 1;
        }
    }
    lines
}

/// Replaces long runs of unchanged lines by their number.
fn fold(lines: Vec<DiffLine>) -> Vec<DiffLine> {
    let same: Vec<bool> = lines
        .iter()
        .map(|line| matches!(line, DiffLine::Same(_)))
        .collect();
    let near = |at: usize| {
        let from = at.saturating_sub(AROUND);
        let to = (at + AROUND + 1).min(same.len());
        same[from..to].iter().any(|same| !same)
    };
    let mut folded = Vec::new();
    for (at, line) in lines.into_iter().enumerate() {
        if !same[at] || near(at) {
            folded.push(line);
        } else if let Some(DiffLine::Alike(count)) = folded.last_mut() {
            *count += 1;
        } else {
            folded.push(DiffLine::Alike(1));
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str, expect: &[&str]) {
        let lines = between(old, new);
        let words: Vec<_> = lines
            .iter()
            .map(|line| match line {
                DiffLine::Same(text) => format!(" {}", text.text()),
                DiffLine::Gone(text) => format!("-{}", text.text()),
                DiffLine::New(text) => format!("+{}", text.text()),
                DiffLine::Alike(count) => format!("={count}"),
                DiffLine::Rest(count) => format!("?{count}"),
            })
            .collect();
        assert_eq!(words, expect, "{old:?} {new:?}");
    }

    #[test]
    fn what_differs_is_told_line_by_line() {
        check("a", "a", &[]);
        check("a", "b", &["-a", "+b"]);
        check("", "b", &["+b"]);
        check("a\nb\nc", "a\nc\nd", &[" a", "-b", " c", "+d"]);
        let long = "1\n2\n3\n4\n5\n6\n7\n8\n9";
        check(long, &format!("{long}\n10"), &["=7", " 8", " 9", "+10"]);
    }

    #[test]
    fn a_long_text_is_bounded() {
        let lines = between(&"a\n".repeat(1_000_000), "a");
        assert_eq!(lines.len(), LINES + 1);
        assert!(matches!(lines.last(), Some(DiffLine::Rest(999_700))));
        let wide = "x".repeat(1_000_000);
        let Some(DiffLine::New(line)) = between("", &wide).pop() else {
            panic!("a new line");
        };
        assert_eq!(line.text().len(), WIDTH);
    }
}
