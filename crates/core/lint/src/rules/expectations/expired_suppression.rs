//! a suppression has expired.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "E004",
    name: "expired-suppression",
    summary: "a suppression has expired",
    why: "A finding was accepted until a date that has passed. It counts again, so that it \
        is not forgotten.",
    advice: "fix the finding, or give the suppression a new date and reason",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Manual,
    check: RuleCheck::All(check),
    bad: r#"{"tools": [{"name": "ping", "annotations": {"readOnlyHint": true}}], "policy": {"today": "2026-11-17", "suppress": [{"rule": "H001", "tool": "*", "until": "2026-01-31"}]}}"#,
    good: r#"{"tools": [{"name": "ping", "annotations": {"readOnlyHint": true}}], "policy": {"today": "2026-11-17", "suppress": [{"rule": "H001", "tool": "*", "until": "2027-01-31"}]}}"#,
};

fn check(_input: &LintInput, policy: &LintPolicy) -> Vec<LintProblem> {
    let today = policy.today.as_deref();
    let expired = policy
        .suppressions
        .iter()
        .filter(|one| one.is_expired(today));
    expired
        .map(|one| {
            let until = one.until.as_deref().unwrap_or_default();
            let message = format!(
                "the suppression of {} for `{}` expired on {until}: {}",
                one.rule, one.tool, one.reason
            );
            LintProblem::new(message)
        })
        .collect()
}
