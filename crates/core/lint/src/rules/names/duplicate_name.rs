//! two tools of a server have the same name.

use crate::rules::prelude::*;
use std::collections::HashSet;

pub(super) const RULE: LintRule = LintRule {
    id: "N006",
    name: "duplicate-name",
    summary: "two tools of a server have the same name",
    why: "A client keeps only one of two tools with the same name, and which one is chance.",
    advice: "rename one of them",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Manual,
    check: RuleCheck::Source(check),
    bad: r#"[{"name": "get_book"},{"name": "get_book", "description": "Another one"}]"#,
    good: r#"[{"name": "get_book"},{"name": "get_author"}]"#,
};

fn check(tools: &[LintSubject], _policy: &LintPolicy) -> Vec<LintProblem> {
    let mut seen = HashSet::new();
    let mut told = HashSet::new();
    let again = tools.iter().filter(|tool| !seen.insert(&tool.own));
    again
        .filter(|tool| told.insert(&tool.own))
        .map(|tool| {
            let count = tools.iter().filter(|other| other.own == tool.own).count();
            let message = format!("{count} tools of the server have the name `{}`", tool.own);
            LintProblem::new(message).at("/name").of(&tool.name)
        })
        .collect()
}
