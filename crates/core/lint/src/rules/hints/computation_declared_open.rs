//! a tool that only computes is declared open-world.

use crate::rules::prelude::*;
use crate::words::words;

pub(super) const RULE: LintRule = LintRule {
    id: "H026",
    name: "computation-declared-open",
    summary: "a tool that only computes is declared open-world",
    why: "Codex asks before every open-world call, and VS Code before every result. For a \
        calculation there is nothing to check.",
    advice: "set `openWorldHint` to false",
    severity: SeverityByProfile::beyond_spec(Severity::Note),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "calculate_tax", "description": "Calculates the tax of a price.", "annotations": {"readOnlyHint": true, "openWorldHint": true}}"#,
    good: r#"{"name": "calculate_tax", "description": "Calculates the tax of a price.", "annotations": {"readOnlyHint": true, "openWorldHint": false}}"#,
};

const COMPUTING: [&str; 11] = [
    "calculate",
    "compute",
    "convert",
    "encode",
    "decode",
    "hash",
    "format",
    "parse",
    "echo",
    "uuid",
    "regex",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let words = words(&subject.own);
    let Some(verb) = words
        .first()
        .filter(|word| COMPUTING.contains(&word.as_str()))
    else {
        return Vec::new();
    };
    if subject.stated.get(Hint::OpenWorld) != Some(true)
        || !subject.is_read_only()
        || super::reaches_outside(subject).is_some()
    {
        return Vec::new();
    }
    LintProblem::new(format!(
        "it is declared open-world, but the name says `{verb}`"
    ))
    .at("/annotations/openWorldHint")
    .fixed_by(LintFix::suggested_hint(Hint::OpenWorld, false))
    .into()
}
