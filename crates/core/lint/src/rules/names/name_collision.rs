//! tools of different servers have the same name.

use crate::rules::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const RULE: LintRule = LintRule {
    id: "N007",
    name: "name-collision",
    summary: "tools of different servers have the same name",
    why: "A client that merges servers without prefixes keeps one of the tools and drops the \
        other, so a call can reach the wrong server. Candor itself keeps them apart.",
    advice: "serve them behind a prefix, or rename one",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::All(check),
    bad: r#"[{"name": "search", "source": "shop"},{"name": "search", "source": "library"}]"#,
    good: r#"[{"name": "search_shop", "source": "shop"},{"name": "search_library", "source": "library"}]"#,
};

fn check(input: &LintInput, _policy: &LintPolicy) -> Vec<LintProblem> {
    let mut owners: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for tool in &input.tools {
        owners.entry(&tool.own).or_default().insert(&tool.source);
    }
    let shared = owners.into_iter().filter(|(_, sources)| sources.len() > 1);
    shared
        .map(|(name, sources)| {
            let servers = candor_text::quote_list(sources, "and");
            LintProblem::new(format!("the servers {servers} each have a tool `{name}`"))
        })
        .collect()
}
