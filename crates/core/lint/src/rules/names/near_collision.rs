//! two names differ only in case or separators.

use crate::rules::prelude::*;
use std::collections::HashMap;

pub(super) const RULE: LintRule = LintRule {
    id: "N008",
    name: "near-collision",
    summary: "two names differ only in case or separators",
    why: "A model confuses `get_book` and `getBook`, and clients that normalise names merge \
        them. An attacker uses the same trick to shadow a tool that people trust.",
    advice: "rename one of them so that the words differ",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Source(check),
    bad: r#"[{"name": "get_book"},{"name": "getBook"}]"#,
    good: r#"[{"name": "get_book"},{"name": "get_author"}]"#,
};

fn check(tools: &[LintSubject], _policy: &LintPolicy) -> Vec<LintProblem> {
    let mut seen: HashMap<String, &str> = HashMap::new();
    let mut found = Vec::new();
    for tool in tools {
        let other = *seen.entry(folded(&tool.own)).or_insert(&tool.own);
        if other != tool.own {
            let message = format!("the name `{}` looks like `{other}`", tool.own);
            found.push(LintProblem::new(message).at("/name").of(&tool.name));
        }
    }
    found
}

/// The letters and digits in lowercase, as far as clients read them.
fn folded(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).take(64).collect()
}
