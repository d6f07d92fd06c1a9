//! the name that Claude Code gives the tool is too long.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "N004",
    name: "long-prefixed-name",
    summary: "the name that Claude Code gives the tool is too long",
    why: "Claude Code calls a tool `mcp__SERVER__TOOL`, and names of more than 64 characters \
        fail when a conversation refers to them.",
    advice: "shorten the name of the tool or of the server",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "replace_the_shipping_address_of_an_order", "source": "bookshop-of-the-city"}"#,
    good: r#"{"name": "replace_shipping_address", "source": "bookshop"}"#,
};

/// The longest name that a conversation can refer to.
const LONGEST: usize = 64;

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let prefixed = format!("mcp__{}__{}", subject.source, subject.own);
    let length = prefixed.chars().count();
    if length <= LONGEST {
        return Vec::new();
    }
    let message = format!("as `{prefixed}` the name has {length} characters; {LONGEST} are safe");
    LintProblem::new(message).at("/name").into()
}
