//! one tool differs from its server in `openWorldHint`, without a visible reason.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H023",
    name: "odd-open-world",
    summary: "one tool differs from its server in `openWorldHint`, without a visible reason",
    why: "Whether external systems are involved is a property of the server in 96 of 100 tools. A single exception is usually a mistake, and it decides whether a client checks what came \
        back.",
    advice: "set it as for the other tools, or say in the description whom the tool talks to",
    severity: SeverityByProfile::beyond_spec(Severity::Note),
    fix: FixKind::Suggested,
    check: RuleCheck::Source(check),
    bad: r#"[{"name": "a_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "b_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "c_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "d_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "e_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "f_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "g_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "h_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "i_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "j_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": true}}]"#,
    good: r#"[{"name": "a_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "b_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "c_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "d_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "e_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "f_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "g_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "h_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "i_book", "description": "Works on the shop.", "annotations": {"readOnlyHint": true, "openWorldHint": false}},{"name": "fetch_page", "description": "Fetches a page from the web.", "annotations": {"readOnlyHint": true, "openWorldHint": true}}]"#,
};

/// The minimum number of tools for a habit, and the minimum percentage.
const FEWEST: usize = 8;
const HABIT: usize = 85;

fn check(tools: &[LintSubject], _policy: &LintPolicy) -> Vec<LintProblem> {
    let stated: Vec<bool> = tools
        .iter()
        .filter_map(|tool| tool.stated.get(Hint::OpenWorld))
        .collect();
    let open = stated.iter().filter(|open| **open).count();
    let usual = open * 2 > stated.len();
    let same = if usual { open } else { stated.len() - open };
    if stated.len() < FEWEST || same * 100 < stated.len() * HABIT {
        return Vec::new();
    }
    let odd = tools
        .iter()
        .filter(|tool| tool.stated.get(Hint::OpenWorld) == Some(!usual));
    odd.filter(|tool| !is_explained(tool, !usual))
        .map(|tool| {
            let message = format!(
                "`openWorldHint` is {}, and {usual} for {same} of the {} tools of the server",
                !usual,
                stated.len()
            );
            LintProblem::new(message)
                .at("/annotations/openWorldHint")
                .of(&tool.name)
        })
        .collect()
}

/// Whether the text or the parameters give a reason for the value.
fn is_explained(tool: &LintSubject, open: bool) -> bool {
    let outside = super::reaches_outside(tool).is_some();
    outside == open
}
