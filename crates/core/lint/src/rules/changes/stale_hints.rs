//! the gateway serves other hints than the server declares now.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "R005",
    name: "stale-hints",
    summary: "the gateway serves other hints than the server declares now",
    why: "Gateways have been seen to keep the hints of the first connection for ever. Clients \
        then act on what the server no longer says.",
    advice: "reload the source; if a layer overrides the hint on purpose, nothing is wrong",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "delete_book", "annotations": {"destructiveHint": true}, "served": {"annotations": {"destructiveHint": false}}}"#,
    good: r#"{"name": "delete_book", "annotations": {"destructiveHint": true}, "served": {"annotations": {"destructiveHint": true}}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(served) = &subject.served else {
        return Vec::new();
    };
    let stale = Hint::ALL.into_iter().filter_map(|hint| {
        let served = served
            .pointer(&format!("/annotations/{}", hint.wire()))?
            .as_bool()?;
        let declared = subject
            .declared
            .get(hint)
            .filter(|declared| *declared != served)?;
        let is_overridden = subject.overrides.iter().any(|one| one.hint == hint);
        let message = format!(
            "`{}` is {declared} at the server and {served} at the gateway",
            hint.wire()
        );
        let problem = LintProblem::new(message).at(format!("/annotations/{}", hint.wire()));
        (!is_overridden).then_some(problem)
    });
    stale.collect()
}
