//! A tool has no description.

use candor_model::Severity;

use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::no-description",
    severity: Severity::Warning,
    hint: "describe what the tool does, when to use it and what it returns",
    check: RuleCheck::Tool(check),
};

fn check(subject: &LintSubject) -> Option<String> {
    match subject.description() {
        Some(_) => None,
        None => Some("there is no description".to_owned()),
    }
}
