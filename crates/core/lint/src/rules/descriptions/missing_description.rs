//! there is no description.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "D001",
    name: "missing-description",
    summary: "there is no description",
    why: "A model chooses a tool by its description. Without one it guesses from the name, \
        calls the wrong tool, or none.",
    advice: "describe what the tool does, when to use it and what it returns",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Suggested,
    check: RuleCheck::Source(check),
    bad: r#"{"name": "list_books"}"#,
    good: r#"{"name": "list_books", "description": "Lists the books of the shop with their prices."}"#,
};

/// From this number on, tools without a description are reported together.
const MANY: usize = 4;

fn check(tools: &[LintSubject], _policy: &LintPolicy) -> Vec<LintProblem> {
    let bare: Vec<&LintSubject> = tools
        .iter()
        .filter(|tool| tool.description().is_none())
        .collect();
    // Either the dump omits descriptions or there are none; one finding suffices.
    if bare.len() == tools.len() && bare.len() >= MANY {
        let (source, count) = (&tools[0].source, tools.len());
        let message = format!("source `{source}`: none of the {count} tools has a description");
        return LintProblem::new(message).into();
    }
    let problem = |tool: &LintSubject| {
        LintProblem::new("there is no description")
            .at("/description")
            .of(&tool.name)
    };
    bare.into_iter().map(problem).collect()
}
