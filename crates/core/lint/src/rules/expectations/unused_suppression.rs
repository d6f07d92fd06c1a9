//! a suppression matches nothing.

use crate::LintFinding;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "E005",
    name: "unused-suppression",
    summary: "a suppression matches nothing",
    why: "The finding that it accepted is gone. If it stays, it hides the next one of the same \
        kind.",
    advice: "remove it from `candor-lint.toml`",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::All(check),
    bad: r#"{"tools": [{"name": "ping", "annotations": {"readOnlyHint": true}}], "policy": {"suppress": [{"rule": "N001", "tool": "ping"}]}}"#,
    good: r#"{"tools": [{"name": "ping", "annotations": {"readOnlyHint": false}}], "policy": {"suppress": [{"rule": "H005", "tool": "ping"}]}}"#,
};

/// Matches are only known after every rule has run; see [`unused`].
fn check(_input: &LintInput, _policy: &LintPolicy) -> Vec<LintProblem> {
    Vec::new()
}

/// The suppressions that matched nothing. Those that have expired are another rule's.
pub(in crate::rules) fn unused(policy: &LintPolicy, used: &[bool]) -> Vec<LintFinding> {
    let Some(severity) = policy.severity(&RULE) else {
        return Vec::new();
    };
    let all = policy.suppressions.iter().zip(used);
    all.filter(|(one, used)| !**used && !one.is_expired(policy.today.as_deref()))
        .map(|(one, _)| LintFinding {
            source: None,
            rule: &RULE,
            severity,
            tool: None,
            message: format!(
                "the suppression of {} for `{}` matches nothing",
                one.rule, one.tool
            ),
            pointer: String::new(),
            place: None,
            fix: None,
        })
        .collect()
}
