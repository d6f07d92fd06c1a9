//! a `POST` that only searches counts as writing.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H021",
    name: "reading-request-declared-write",
    summary: "a `POST` that only searches counts as writing",
    why: "Many APIs search with `POST`, because the query does not fit into an address. Judged \
        by the method alone such a tool writes, and clients ask before every search.",
    advice: "set `readOnlyHint` to true where the operation is defined, such as in `x-candor`",
    severity: SeverityByProfile::beyond_spec(Severity::Note),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "search_books", "description": "Searches books by author.", "method": "POST", "path": "/books/search"}"#,
    good: r#"{"name": "search_books", "description": "Searches books by author.", "method": "POST", "path": "/books/search", "annotations": {"readOnlyHint": true}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(request) = subject
        .request
        .as_ref()
        .filter(|request| !request.is_safe())
    else {
        return Vec::new();
    };
    let suggested = subject
        .because(Hint::ReadOnly, true)
        .filter(|one| !one.applies);
    let Some(suggested) = suggested.filter(|_| subject.shown.get(Hint::ReadOnly) != Some(true))
    else {
        return Vec::new();
    };
    if subject.declared.get(Hint::ReadOnly).is_some() {
        return Vec::new();
    }
    let (method, path) = (&request.method, &request.path);
    let message = format!(
        "`{method} {path}` seems to be read-only: {}",
        suggested.because
    );
    LintProblem::new(message)
        .at("/annotations/readOnlyHint")
        .fixed_by(LintFix::suggested_hint(Hint::ReadOnly, true))
        .into()
}
