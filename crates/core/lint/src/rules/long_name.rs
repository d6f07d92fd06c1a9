//! A name is longer than many clients accept.

use candor_model::Severity;
use candor_model::name::EXPOSED_MAX;

use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::long-name",
    severity: Severity::Warning,
    hint: "many clients reject names of more than 64 characters; Candor serves it under a shorter \
           name",
    check: RuleCheck::Tool(check),
};

fn check(subject: &LintSubject) -> Option<String> {
    let length = subject.own.chars().count();
    (length > EXPOSED_MAX).then(|| format!("the name has {length} characters"))
}
