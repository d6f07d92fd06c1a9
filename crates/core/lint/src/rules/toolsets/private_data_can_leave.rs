//! a toolset can read private data, read untrusted text and send data out.

use crate::head_verb::VerbClass;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "G001",
    name: "private-data-can-leave",
    summary: "a toolset can read private data, read untrusted text and send data out",
    why: "A model that reads untrusted text can be told to read private data and send it \
        away. Each tool alone is harmless; the three together are what attackers look for.",
    advice: "split the toolset, or require approval for tools that send data out",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::All(check),
    bad: r#"{"tools": [{"name": "read_customer", "description": "Reads a customer.", "annotations": {"readOnlyHint": true, "openWorldHint": false}}, {"name": "fetch_page", "description": "Fetches a web page.", "annotations": {"readOnlyHint": true, "openWorldHint": true}}, {"name": "send_email", "description": "Sends an email.", "annotations": {"readOnlyHint": false, "openWorldHint": true}}], "toolsets": [{"name": "office", "tools": ["shop.read_customer", "shop.fetch_page", "shop.send_email"]}]}"#,
    good: r#"{"tools": [{"name": "read_customer", "description": "Reads a customer.", "annotations": {"readOnlyHint": true, "openWorldHint": false}}, {"name": "fetch_page", "description": "Fetches a web page.", "annotations": {"readOnlyHint": true, "openWorldHint": true}}, {"name": "send_email", "description": "Sends an email.", "annotations": {"readOnlyHint": false, "openWorldHint": true}}], "toolsets": [{"name": "office", "tools": ["shop.read_customer", "shop.fetch_page"]}]}"#,
};

fn check(input: &LintInput, _policy: &LintPolicy) -> Vec<LintProblem> {
    let risky = input.toolsets.iter().filter_map(|toolset| {
        let tools: Vec<&LintSubject> = toolset.tools.iter().filter_map(|name| input.tool(name)).collect();
        let private = tools.iter().find(|tool| is_private(tool))?;
        let reader = tools.iter().find(|tool| reads_untrusted_text(tool))?;
        let out = tools.iter().find(|tool| sends(tool))?;
        Some(LintProblem::new(format!(
            "toolset `{}`: `{}` reads private data, `{}` reads untrusted text, and `{}` can send it away",
            toolset.name, private.name, reader.name, out.name
        )))
    });
    risky.collect()
}

/// Whether it reads private data: it is declared closed-world, and does not read public content.
/// Only declared hints count; guesses would warn about everything.
fn is_private(tool: &LintSubject) -> bool {
    tool.is_read_only() && tool.stated.get(Hint::OpenWorld) == Some(false)
}

fn reads_untrusted_text(tool: &LintSubject) -> bool {
    tool.is_read_only() && tool.stated.get(Hint::OpenWorld) == Some(true)
}

fn sends(tool: &LintSubject) -> bool {
    let writes = tool.stated.get(Hint::ReadOnly) == Some(false);
    writes && (tool.stated.get(Hint::OpenWorld) == Some(true) || tool.has_verb(VerbClass::Sending))
}
