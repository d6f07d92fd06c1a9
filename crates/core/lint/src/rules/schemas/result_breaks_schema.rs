//! a result that was seen does not fit the output schema.

use crate::rules::prelude::*;
use candor_schema::SchemaValidator;

pub(super) const RULE: LintRule = LintRule {
    id: "S005",
    name: "result-breaks-schema",
    summary: "a result that was seen does not fit the output schema",
    why: "Clients must validate a result against the output schema, and refuse it if it does \
        not fit. The tool then fails although it did its work.",
    advice: "correct the schema or the result",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "count_books", "outputSchema": {"type": "object", "properties": {"count": {"type": "integer"}}}, "results": [{"count": "three"}]}"#,
    good: r#"{"name": "count_books", "outputSchema": {"type": "object", "properties": {"count": {"type": "integer"}}}, "results": [{"count": 3}]}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let schema = subject.definition.get("outputSchema");
    let Some(Ok(schema)) = schema.map(SchemaValidator::compile) else {
        return Vec::new();
    };
    let violations = subject.results.iter().filter_map(|result| {
        let violation = schema.violations(result).into_iter().next()?;
        let message = format!(
            "a result does not fit the output schema: {}",
            violation.message
        );
        Some(LintProblem::new(message).at("/outputSchema"))
    });
    violations.take(1).collect()
}
