//! a toolset has only read-only tools.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "G003",
    name: "read-only-toolset",
    summary: "a toolset has only read-only tools",
    why: "Clients can be told that nothing here changes anything, and can run every call \
        without a question. GitHub's server offers such a mode, and one user in six uses it.",
    advice: "say so in the name or description of the toolset",
    severity: SeverityByProfile::beyond_spec(Severity::Note),
    fix: FixKind::Suggested,
    check: RuleCheck::All(check),
    bad: r#"{"tools": [{"name": "read_customer", "description": "Reads a customer.", "annotations": {"readOnlyHint": true, "openWorldHint": false}}, {"name": "fetch_page", "description": "Fetches a web page.", "annotations": {"readOnlyHint": true, "openWorldHint": true}}], "toolsets": [{"name": "office", "tools": ["shop.read_customer", "shop.fetch_page"]}]}"#,
    good: r#"{"tools": [{"name": "read_customer", "description": "Reads a customer.", "annotations": {"readOnlyHint": true, "openWorldHint": false}}, {"name": "fetch_page", "description": "Fetches a web page.", "annotations": {"readOnlyHint": true, "openWorldHint": true}}], "toolsets": [{"name": "read-only", "tools": ["shop.read_customer", "shop.fetch_page"]}]}"#,
};

fn check(input: &LintInput, _policy: &LintPolicy) -> Vec<LintProblem> {
    let reading = input.toolsets.iter().filter(|toolset| {
        let mut tools = toolset
            .tools
            .iter()
            .filter_map(|name| input.tool(name))
            .peekable();
        let says_so = toolset.name.contains("read");
        tools.peek().is_some() && !says_so && tools.all(LintSubject::is_read_only)
    });
    reading
        .map(|toolset| {
            LintProblem::new(format!(
                "toolset `{}`: every tool is read-only",
                toolset.name
            ))
        })
        .collect()
}
