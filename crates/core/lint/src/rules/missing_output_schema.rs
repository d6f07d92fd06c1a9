//! A read-only tool has no output schema, although its result is all it is called for.

use candor_model::{Hint, Severity};

use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::no-output-schema",
    severity: Severity::Note,
    hint: "with an `outputSchema` clients can validate and display the result",
    check: RuleCheck::Tool(check),
};

fn check(subject: &LintSubject) -> Option<String> {
    let reads = subject.shown.get(Hint::ReadOnly) == Some(true);
    let has_schema = subject.definition.get("outputSchema").is_some();
    (reads && !has_schema).then(|| "there is no output schema".to_owned())
}
