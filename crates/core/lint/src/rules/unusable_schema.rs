//! An input or output schema is not valid JSON Schema.

use candor_model::Severity;
use candor_schema::SchemaValidator;

use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::unusable-schema",
    severity: Severity::Error,
    hint: "nothing can be validated against it; correct it as JSON Schema 2020-12",
    check: RuleCheck::Tool(check),
};

fn check(subject: &LintSubject) -> Option<String> {
    let problem = |(key, what): (&str, &str)| {
        let schema = subject.definition.get(key)?;
        let error = SchemaValidator::compile(schema).err()?;
        Some(format!("the {what} schema cannot be used: {error}"))
    };
    let schemas = [("inputSchema", "input"), ("outputSchema", "output")];
    let problems: Vec<String> = schemas.into_iter().filter_map(problem).collect();
    (!problems.is_empty()).then(|| problems.join("; "))
}
