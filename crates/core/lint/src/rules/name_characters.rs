//! A name has characters that many clients reject.

use candor_model::Severity;

use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::name-characters",
    severity: Severity::Warning,
    hint: "many clients accept only letters, digits, `_` and `-`; Candor serves it under a name \
           that fits",
    check: RuleCheck::Tool(check),
};

fn check(subject: &LintSubject) -> Option<String> {
    let is_rejected = |c: &char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-');
    let rejected = subject.own.chars().find(is_rejected)?;
    Some(format!(
        "the name has the character `{}`",
        rejected.escape_debug()
    ))
}
