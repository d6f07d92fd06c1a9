//! a tool that goes to any address is declared closed-world.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H024",
    name: "outside-declared-closed",
    summary: "a tool that goes to any address is declared closed-world",
    why: "VS Code shows the result of an open-world tool to a person before the model reads \
        it, because third parties may have written it. A tool that fetches any URL and says \
        `openWorldHint: false` switches this off.",
    advice: "set `openWorldHint` to true",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "fetch_page", "description": "Fetches a web page.", "annotations": {"readOnlyHint": true, "openWorldHint": false}, "inputSchema": {"type": "object", "properties": {"url": {"type": "string", "description": "Any address"}}}}"#,
    good: r#"{"name": "fetch_page", "description": "Fetches a web page.", "annotations": {"readOnlyHint": true, "openWorldHint": true}, "inputSchema": {"type": "object", "properties": {"url": {"type": "string", "description": "Any address"}}}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(why) = super::reaches_outside(subject) else {
        return Vec::new();
    };
    if subject.stated.get(Hint::OpenWorld) != Some(false) {
        return Vec::new();
    }
    LintProblem::new(format!("it is declared closed-world, but {why}"))
        .at("/annotations/openWorldHint")
        .fixed_by(LintFix::suggested_hint(Hint::OpenWorld, true))
        .into()
}
