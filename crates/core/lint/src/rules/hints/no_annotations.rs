//! there are no annotations.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H001",
    name: "no-annotations",
    summary: "there are no annotations",
    why: "The protocol reads a tool without annotations as the worst case: it writes, \
        destroys, cannot be repeated and reaches external systems. Clients ask before every call, \
        and directories reject it.",
    advice: "add `annotations`; `candor infer` suggests values",
    severity: SeverityByProfile::beyond_spec(Severity::Warning)
        .anthropic(Severity::Error)
        .openai(Severity::Error),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "list_books", "description": "Lists books."}"#,
    good: r#"{"name": "list_books", "description": "Lists books.", "annotations": {"readOnlyHint": true}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    if !subject.stated.is_empty() {
        return Vec::new();
    }
    let problem = LintProblem::new("no hint is set").at("/annotations");
    let edits: Vec<DefinitionEdit> = Hint::ALL
        .into_iter()
        .filter_map(|hint| Some(DefinitionEdit::hint(hint, subject.inferred(hint)?)))
        .collect();
    if edits.is_empty() {
        return problem.into();
    }
    problem.fixed_by(LintFix::suggested(edits)).into()
}
