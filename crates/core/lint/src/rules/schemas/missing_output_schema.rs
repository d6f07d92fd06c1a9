//! there is no output schema.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "S004",
    name: "missing-output-schema",
    summary: "there is no output schema",
    why: "With an `outputSchema` clients can validate and display a result, and a model knows \
        what to expect. OpenAI's review warns where it is missing.",
    advice: "add the JSON Schema of `structuredContent` as `outputSchema`",
    severity: SeverityByProfile::strict_only().openai(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "list_books"}"#,
    good: r#"{"name": "list_books", "outputSchema": {"type": "object"}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    if subject.definition.get("outputSchema").is_some() {
        return Vec::new();
    }
    LintProblem::new("there is no output schema")
        .at("/outputSchema")
        .into()
}
