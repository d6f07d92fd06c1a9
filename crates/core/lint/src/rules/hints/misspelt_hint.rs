//! a hint is misspelt or in the wrong place.

use serde_json::Value;

use crate::fix::escape;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H009",
    name: "misspelt-hint",
    summary: "a hint is misspelt or in the wrong place",
    why: "A hint under another name is ignored: `read_only_hint`, `readonlyHint` or a \
        `readOnlyHint` beside `annotations` say nothing to any client, and the default, \
        which is the worst case, counts.",
    advice: "use `readOnlyHint`, `destructiveHint`, `idempotentHint` and `openWorldHint` inside \
        `annotations`",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Safe,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "list_books", "annotations": {"read_only_hint": true}}"#,
    good: r#"{"name": "list_books", "annotations": {"readOnlyHint": true}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let inside = members(subject.annotations()).filter_map(|(key, value)| {
        let hint = meant(key)?;
        let pointer = format!("/annotations/{}", escape(key));
        Some(problem(
            subject,
            key,
            value,
            hint,
            pointer,
            "in `annotations`",
        ))
    });
    let beside = members(&subject.definition).filter_map(|(key, value)| {
        let hint = Hint::ALL
            .into_iter()
            .find(|hint| hint.wire() == key)
            .or_else(|| meant(key))?;
        let pointer = format!("/{}", escape(key));
        Some(problem(
            subject,
            key,
            value,
            hint,
            pointer,
            "beside `annotations`",
        ))
    });
    inside.chain(beside).collect()
}

fn problem(
    subject: &LintSubject,
    key: &str,
    value: &Value,
    hint: Hint,
    pointer: String,
    place: &str,
) -> LintProblem {
    let message = format!(
        "`{}` {place} is ignored; `annotations` needs `{}`",
        candor_text::printable(key),
        hint.wire()
    );
    let mut edits = vec![DefinitionEdit::remove(pointer.clone())];
    let is_free = subject.declared.get(hint).is_none();
    if let Some(value) = value.as_bool().filter(|_| is_free) {
        edits.push(DefinitionEdit::hint(hint, value));
    }
    LintProblem::new(message)
        .at(pointer)
        .fixed_by(LintFix::safe(edits))
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// The hint that a misspelt key probably stands for.
fn meant(key: &str) -> Option<Hint> {
    let letters = key.chars().filter(char::is_ascii_alphanumeric);
    let plain: String = letters.flat_map(char::to_lowercase).take(40).collect();
    let plain = plain.strip_suffix("hint").unwrap_or(&plain);
    let fits = |hint: &Hint| hint.wire().to_lowercase().strip_suffix("hint") == Some(plain);
    let hint = Hint::ALL.into_iter().find(fits)?;
    (hint.wire() != key).then_some(hint)
}
