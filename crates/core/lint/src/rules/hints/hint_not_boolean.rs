//! a hint is not true or false.

use crate::rules::prelude::*;
use serde_json::Value;

pub(super) const RULE: LintRule = LintRule {
    id: "H010",
    name: "hint-not-boolean",
    summary: "a hint is not true or false",
    why: "Clients read a hint only if it is a boolean. `\"true\"`, `1` and `null` are ignored \
        by some and make others refuse the whole list.",
    advice: "write `true` or `false`",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Safe,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "list_books", "annotations": {"readOnlyHint": "true"}}"#,
    good: r#"{"name": "list_books", "annotations": {"readOnlyHint": true}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let annotations = subject.annotations();
    let wrong = Hint::ALL.into_iter().filter_map(|hint| {
        let value = annotations
            .get(hint.wire())
            .filter(|value| !value.is_boolean())?;
        let pointer = format!("/annotations/{}", hint.wire());
        let shown = candor_text::quote(&value.to_string());
        let message = format!("`{}` is {shown} instead of true or false", hint.wire());
        let edit = match meant(value) {
            Some(value) => DefinitionEdit::hint(hint, value),
            None => DefinitionEdit::remove(pointer.clone()),
        };
        let fix = LintFix::safe(vec![edit]);
        Some(LintProblem::new(message).at(pointer).fixed_by(fix))
    });
    wrong.collect()
}

/// The boolean that a value probably stands for.
fn meant(value: &Value) -> Option<bool> {
    match value {
        Value::String(text) => text.trim().to_ascii_lowercase().parse().ok(),
        Value::Number(number) => match number.as_i64() {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        },
        _ => None,
    }
}
