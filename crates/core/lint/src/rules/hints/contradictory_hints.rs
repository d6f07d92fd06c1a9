//! the tool is declared read-only and destructive at once.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H004",
    name: "contradictory-hints",
    summary: "the tool is declared read-only and destructive at once",
    why: "A tool that changes nothing cannot destroy anything. Codex believes the second hint \
        and asks; VS Code and Claude Code believe the first and do not.",
    advice: "remove the hint that is wrong",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "get_book", "annotations": {"readOnlyHint": true, "destructiveHint": true}}"#,
    good: r#"{"name": "get_book", "annotations": {"readOnlyHint": true, "destructiveHint": false}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    if subject.declared.get(Hint::ReadOnly) != Some(true)
        || subject.declared.get(Hint::Destructive) != Some(true)
    {
        return Vec::new();
    }
    let problem = LintProblem::new("it is declared read-only and destructive at once")
        .at("/annotations/destructiveHint");
    match subject.inferred(Hint::ReadOnly) {
        Some(true) => problem.fixed_by(LintFix::suggested_hint(Hint::Destructive, false)),
        Some(false) => problem.fixed_by(LintFix::suggested_hint(Hint::ReadOnly, false)),
        None => problem,
    }
    .into()
}
