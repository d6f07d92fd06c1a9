//! the name mixes letters of different scripts.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "N011",
    name: "mixed-script-name",
    summary: "the name mixes letters of different scripts",
    why: "A Cyrillic `а` looks like a Latin `a`. A tool with such a name can pass for one that \
        a person has approved before.",
    advice: "write the name in ASCII letters",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "get_b\u043eok"}"#,
    good: r#"{"name": "get_book"}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let has_latin = subject.own.chars().any(|c| c.is_ascii_alphabetic());
    let other = subject
        .own
        .chars()
        .find(|c| c.is_alphabetic() && !is_latin(*c));
    match other {
        Some(other) if has_latin => {
            let code = u32::from(other);
            let message = format!("the name mixes Latin letters with `{other}` (U+{code:04X})");
            LintProblem::new(message).at("/name").into()
        }
        _ => Vec::new(),
    }
}

/// Whether a letter is Latin, with or without accents.
fn is_latin(c: char) -> bool {
    c.is_ascii() || matches!(c, '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}')
}
