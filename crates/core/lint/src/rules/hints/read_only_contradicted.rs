//! a tool is declared read-only, and the evidence says that it writes.

use crate::head_verb::VerbClass;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H013",
    name: "read-only-contradicted",
    summary: "a tool is declared read-only, and the evidence says that it writes",
    why: "The name, the description or the schema says that something changes. Either they are \
        misleading or the hint is; clients act on the hint.",
    advice: "correct the hint, or the text that contradicts it",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "update_book", "description": "Updates the price of a book.", "annotations": {"readOnlyHint": true}}"#,
    good: r#"{"name": "update_book", "description": "Updates the price of a book.", "annotations": {"readOnlyHint": false}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let is_other_rule = subject.verb.as_ref().is_some_and(|verb| {
        use VerbClass::{Removing, Running, Sending};
        matches!(verb.class, Removing | Sending | Running)
    });
    // The HTTP method alone is not evidence against an author's declaration.
    let by_method = subject.method_hints().get(Hint::ReadOnly) == Some(false);
    if subject.declared.get(Hint::ReadOnly) != Some(true)
        || is_other_rule
        || by_method
        || subject.inferred(Hint::ReadOnly) != Some(false)
    {
        return Vec::new();
    }
    let Some(evidence) = subject
        .because(Hint::ReadOnly, false)
        .filter(|one| one.raises_risk())
    else {
        return Vec::new();
    };
    // Evidence from a sentence quotes it already.
    let quoted = if evidence.because.contains('"') {
        String::new()
    } else {
        super::quoted_sentence(subject, &evidence.because)
    };
    let message = format!("it is declared read-only, but {}{quoted}", evidence.because);
    LintProblem::new(message)
        .at("/annotations/readOnlyHint")
        .fixed_by(LintFix::suggested_hint(Hint::ReadOnly, false))
        .into()
}
