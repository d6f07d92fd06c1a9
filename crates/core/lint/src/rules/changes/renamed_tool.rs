//! a tool is gone, and a similar one is new.

use std::collections::HashSet;

use crate::rules::prelude::*;
use crate::subject::text;

pub(super) const RULE: LintRule = LintRule {
    id: "R003",
    name: "renamed-tool",
    summary: "a tool is gone, and a similar one is new",
    why: "A renamed tool escapes everything that is tied to its name: pins, policies, \
        approvals. That can be an accident or the point.",
    advice: "move policies and toolsets to the new name, and accept it",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::All(check),
    bad: r#"{"tools": [{"name": "remove_book", "description": "Deletes a book from the shop by its id."}], "accepted": [{"name": "delete_book", "description": "Deletes a book from the shop by its id."}]}"#,
    good: r#"{"tools": [{"name": "delete_book", "description": "Deletes a book from the shop by its id."}], "accepted": [{"name": "delete_book", "description": "Deletes a book from the shop by its id."}]}"#,
};

/// The minimum percentage of common words in the two descriptions.
const ALIKE: usize = 80;

fn check(input: &LintInput, _policy: &LintPolicy) -> Vec<LintProblem> {
    let mut found = Vec::new();
    for gone in &input.removed {
        let before = words_of(text(&gone.definition, "description").unwrap_or_default());
        let fresh = input
            .tools
            .iter()
            .filter(|tool| tool.source == gone.source && tool.accepted.is_none());
        for tool in fresh {
            let now = words_of(tool.description().unwrap_or_default());
            let shared = before.intersection(&now).count() * 100;
            let all = before.union(&now).count();
            if all > 2 && shared >= all * ALIKE {
                let message = format!("`{}` is gone, and this tool reads like it", gone.own);
                found.push(LintProblem::new(message).at("/name").of(&tool.name));
            }
        }
    }
    found
}

fn words_of(text: &str) -> HashSet<String> {
    crate::words::stems(text).into_iter().collect()
}
