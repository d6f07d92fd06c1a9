//! a hint or a title is not what the project expects.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "E001",
    name: "unexpected-hint",
    summary: "a hint or a title is not what the project expects",
    why: "The project has written down what each tool should say. A change of a tool changes the table too, and a reviewer sees both.",
    advice: "correct the definition, or the entry under `[tools]` in `candor-lint.toml`",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"tools": [{"name": "ping", "annotations": {"readOnlyHint": false}}], "policy": {"expect": {"ping": {"read_only": "true"}}}}"#,
    good: r#"{"tools": [{"name": "ping", "annotations": {"readOnlyHint": true}}], "policy": {"expect": {"ping": {"read_only": "true"}}}}"#,
};

fn check(subject: &LintSubject, policy: &LintPolicy) -> Vec<LintProblem> {
    let mut found = Vec::new();
    let about = policy
        .expectations
        .iter()
        .filter(|one| one.is_about(&subject.name));
    for expectation in about {
        for (hint, expected) in &expectation.hints {
            let stated = subject.stated.get(*hint);
            if !expected.fits(stated) {
                let is = stated.map_or_else(|| "not set".to_owned(), |value| value.to_string());
                let message = format!(
                    "`{}` is {is}; `candor-lint.toml` expects `{expected}` for `{}`",
                    hint.wire(),
                    expectation.tool
                );
                found.push(LintProblem::new(message).at(format!("/annotations/{}", hint.wire())));
            }
        }
        let title = subject.title().unwrap_or_default();
        if let Some(expected) = expectation
            .title
            .as_deref()
            .filter(|expected| *expected != title)
        {
            let message = format!(
                "the title is {}; `candor-lint.toml` expects {}",
                candor_text::quote(title),
                candor_text::quote(expected)
            );
            found.push(LintProblem::new(message).at("/title"));
        }
    }
    found
}
