//! Important hints are not set, and do not follow from others.

use candor_model::{Hint, Severity};

use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::unset-hints",
    severity: Severity::Warning,
    hint: "set the hints where the tool is defined; `candor infer` suggests values",
    check: RuleCheck::Tool(check),
};

fn check(subject: &LintSubject) -> Option<String> {
    let reads = subject.shown.get(Hint::ReadOnly) == Some(true);
    let important = [Hint::ReadOnly, Hint::Destructive, Hint::Idempotent];
    // A read-only tool can always be repeated.
    let important = important
        .into_iter()
        .filter(|hint| *hint != Hint::Idempotent || !reads);
    let unset: Vec<&str> = important
        .filter(|hint| subject.shown.get(*hint).is_none() && subject.declared.get(*hint).is_none())
        .map(Hint::word)
        .collect();
    (!unset.is_empty()).then(|| format!("hints are not set: {}", unset.join(", ")))
}
