//! a `GET` changes something, or is declared read-only although it does.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H022",
    name: "writing-get",
    summary: "a `GET` changes something, or is declared read-only although it does",
    why: "HTTP promises that a `GET` changes nothing, and everything between client and server \
        relies on it. Some APIs break the promise: a `GET` that deletes, revokes or opens a \
        shell.",
    advice: "use a method that may change data; until then declare it not read-only",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "purge_cache", "description": "Deletes the whole cache for good.", "method": "GET", "path": "/cache/purge"}"#,
    good: r#"{"name": "purge_cache", "description": "Deletes the whole cache for good.", "method": "POST", "path": "/cache/purge"}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(request) = subject.request.as_ref().filter(|request| request.is_safe()) else {
        return Vec::new();
    };
    let Some(evidence) = subject.evidence.iter().find(|one| one.raises_risk()) else {
        return Vec::new();
    };
    // An author who declares that it writes needs no finding.
    if subject.declared.get(Hint::ReadOnly) == Some(false) {
        return Vec::new();
    }
    let (method, path) = (&request.method, &request.path);
    let claim = if subject.declared.get(Hint::ReadOnly) == Some(true) {
        "is declared read-only"
    } else {
        "should be read-only"
    };
    LintProblem::new(format!(
        "`{method} {path}` {claim}, but {}",
        evidence.because
    ))
    .at("/annotations/readOnlyHint")
    .fixed_by(LintFix::suggested_hint(Hint::ReadOnly, false))
    .into()
}
