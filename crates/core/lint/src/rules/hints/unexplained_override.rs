//! an override makes a tool look safer, without a reason.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H028",
    name: "unexplained-override",
    summary: "an override makes a tool look safer, without a reason",
    why: "A later reader of the policy cannot tell a considered decision from a click. The \
        audit can only show who did it.",
    advice: "set the override again with a reason: `candor annotate TOOL … --why TEXT`",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}, "overrides": [{"hint": "destructive", "value": false}]}"#,
    good: r#"{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}, "overrides": [{"hint": "destructive", "value": false, "why": "books are kept for a year"}]}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let loosening = subject.overrides.iter().filter(|one| {
        let stated = subject
            .declared
            .get(one.hint)
            .or_else(|| subject.inferred(one.hint));
        one.value != one.hint.careful() && stated == Some(one.hint.careful())
    });
    loosening
        .filter(|one| one.why.as_deref().is_none_or(|why| why.trim().is_empty()))
        .map(|one| {
            let message = format!(
                "an override sets {} to {}, against the source or the evidence, and gives no reason",
                one.hint.word(),
                one.value
            );
            LintProblem::new(message).at(format!("/annotations/{}", one.hint.wire()))
        })
        .collect()
}
