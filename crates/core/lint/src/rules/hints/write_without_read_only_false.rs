//! a tool that writes does not say `readOnlyHint: false`.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H003",
    name: "write-without-read-only-false",
    summary: "a tool that writes does not say `readOnlyHint: false`",
    why: "The default of `readOnlyHint` is false, but Anthropic's directory does not count \
        defaults: a tool that writes must say so. People who read the definition also see \
        that it was thought about.",
    advice: "add `\"readOnlyHint\": false`",
    severity: SeverityByProfile::strict_only()
        .clients(Severity::Note)
        .anthropic(Severity::Error)
        .openai(Severity::Error),
    fix: FixKind::Safe,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "delete_book", "description": "Deletes a book.", "annotations": {"destructiveHint": true}}"#,
    good: r#"{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let says_other = !subject.stated.is_empty();
    if subject.stated.get(Hint::ReadOnly).is_some() || !subject.writes() || !says_other {
        return Vec::new();
    }
    let because = subject.because(Hint::ReadOnly, false);
    let because = because
        .map(|one| format!(": {}", one.because))
        .unwrap_or_default();
    let fix = LintFix::safe(vec![DefinitionEdit::hint(Hint::ReadOnly, false)]);
    LintProblem::new(format!("it writes, but `readOnlyHint` is not set{because}"))
        .at("/annotations/readOnlyHint")
        .fixed_by(fix)
        .into()
}
