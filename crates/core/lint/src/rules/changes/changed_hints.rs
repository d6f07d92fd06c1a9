//! the hints have changed since the tool was accepted.

use crate::rules::prelude::*;
use serde_json::Value;

pub(super) const RULE: LintRule = LintRule {
    id: "R001",
    name: "changed-hints",
    summary: "the hints have changed since the tool was accepted",
    why: "A server can show harmless hints to reviewers and others later. A hint that \
        became safer silently disables approvals.",
    advice: "review the change, then accept it: `candor drift accept TOOL`, or write a new dump",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"tools": [{"name": "delete_book", "annotations": {"destructiveHint": false}}], "accepted": [{"name": "delete_book", "annotations": {"destructiveHint": true}}]}"#,
    good: r#"{"tools": [{"name": "delete_book", "annotations": {"destructiveHint": true}}], "accepted": [{"name": "delete_book", "annotations": {"destructiveHint": true}}]}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(accepted) = &subject.accepted else {
        return Vec::new();
    };
    let changed = Hint::ALL.into_iter().filter_map(|hint| {
        let read = |definition: &Value| {
            definition
                .pointer(&format!("/annotations/{}", hint.wire()))?
                .as_bool()
        };
        let (before, now) = (read(accepted), read(&subject.definition));
        // A hint that is merely absent is unchanged: servers omit hints on some connections.
        let now = now.filter(|now| before != Some(*now))?;
        let was = before.map_or_else(|| "not set".to_owned(), |before| before.to_string());
        let direction = if now == hint.careful() {
            ""
        } else {
            ", which is less careful"
        };
        let message = format!("`{}` was {was} and is now {now}{direction}", hint.wire());
        Some(LintProblem::new(message).at(format!("/annotations/{}", hint.wire())))
    });
    changed.collect()
}
