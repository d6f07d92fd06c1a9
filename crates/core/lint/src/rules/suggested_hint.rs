//! The evidence suggests that a tool is safer than clients are told.

use candor_model::{Hint, Severity};

use super::hint_words;
use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::suggestion",
    severity: Severity::Note,
    hint: "if this is right, set the hint where the tool is defined, or with `candor annotate`",
    check: RuleCheck::Tool(check),
};

fn check(subject: &LintSubject) -> Option<String> {
    let suggested = subject.evidence.iter().find(|one| {
        !one.applies
            && one.hint == Hint::ReadOnly
            && subject.shown.get(one.hint) == Some(!one.value)
            && subject.declared.get(one.hint).is_none()
    })?;
    let words = hint_words(suggested.hint, suggested.value);
    Some(format!("it seems to be {words}: {}", suggested.because))
}
