//! A source declares a tool both read-only and destructive.

use candor_model::{Hint, Severity};

use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::contradiction",
    severity: Severity::Error,
    hint: "it is served as destructive; remove one of the two hints",
    check: RuleCheck::Tool(check),
};

/// The reader of an OpenAPI document reports the same with its position, so it is not repeated.
fn check(subject: &LintSubject) -> Option<String> {
    let both = [Hint::ReadOnly, Hint::Destructive]
        .into_iter()
        .all(|hint| subject.declared.get(hint) == Some(true));
    let request = subject.request.as_ref();
    let is_reported = request.is_some_and(|request| request.is_documented);
    (both && !is_reported).then(|| "it is declared both read-only and destructive".to_owned())
}
