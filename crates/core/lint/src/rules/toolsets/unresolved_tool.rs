//! a toolset names a tool that does not exist.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "G002",
    name: "unresolved-tool",
    summary: "a toolset names a tool that does not exist",
    why: "The tool was renamed or removed, and the toolset serves less than its author meant. \
        Nothing fails, so it goes unnoticed.",
    advice: "remove the name, or replace it by the new one: `candor toolset edit NAME`",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::All(check),
    bad: r#"{"tools": [{"name": "read_customer", "description": "Reads a customer.", "annotations": {"readOnlyHint": true, "openWorldHint": false}}], "toolsets": [{"name": "office", "tools": [], "unresolved": ["shop.read_customers"]}]}"#,
    good: r#"{"tools": [{"name": "read_customer", "description": "Reads a customer.", "annotations": {"readOnlyHint": true, "openWorldHint": false}}], "toolsets": [{"name": "office", "tools": ["shop.read_customer"]}]}"#,
};

fn check(input: &LintInput, _policy: &LintPolicy) -> Vec<LintProblem> {
    let mut found = Vec::new();
    for toolset in &input.toolsets {
        for name in &toolset.unresolved {
            let near =
                candor_text::nearest(name, input.tools.iter().map(|tool| tool.name.as_str()));
            let near = near
                .map(|near| format!("; `{near}` exists"))
                .unwrap_or_default();
            let message = format!("toolset `{}`: no tool fits `{name}`{near}", toolset.name);
            found.push(LintProblem::new(message));
        }
    }
    found
}
