//! a tool that adds or sends is declared idempotent.

use crate::head_verb::VerbClass;
use crate::parameter::parameters;
use crate::rules::prelude::*;
use crate::words::first_phrase;

pub(super) const RULE: LintRule = LintRule {
    id: "H017",
    name: "creation-idempotent",
    summary: "a tool that adds or sends is declared idempotent",
    why: "A client that believes the hint repeats a lost call. If each call adds something, \
        the result is a second order, message or row.",
    advice: "set `idempotentHint` to false, or say what makes a repeat harmless, such as a key",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "create_order", "description": "Creates an order.", "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": true}}"#,
    good: r#"{"name": "create_order", "description": "Creates an order. A repeat with the same key returns the existing order.", "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": true}, "inputSchema": {"type": "object", "properties": {"idempotency_key": {"type": "string", "description": "The key"}}}}"#,
};

const KEYS: [&str; 9] = [
    "idempotency_key",
    "request_id",
    "client_token",
    "external_id",
    "client_request_id",
    "key",
    "slug",
    "dedupe_key",
    "uuid",
];
const EXCUSES: [&str; 12] = [
    "upsert",
    "upserts",
    "if it does not exist",
    "if not exists",
    "already exists",
    "idempotent",
    "if missing",
    "create or update",
    "creates or updates",
    "same key",
    "no-op",
    "existing",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let verb = subject
        .verb_of(VerbClass::Creating)
        .or_else(|| subject.verb_of(VerbClass::Sending));
    let Some(verb) = verb.filter(|_| subject.stated.get(Hint::Idempotent) == Some(true)) else {
        return Vec::new();
    };
    let has_key = parameters(subject)
        .iter()
        .any(|one| KEYS.contains(&one.plain_name().as_str()));
    let is_excused = first_phrase(&subject.lower_description(), &EXCUSES).is_some();
    // Adding something by its own name or to a set is idempotent.
    let is_set = verb == "add" && adds_names(subject);
    if has_key || is_excused || is_set || subject.is_read_only() {
        return Vec::new();
    }
    let message = format!("it is declared idempotent, but the name says `{verb}`");
    LintProblem::new(message)
        .at("/annotations/idempotentHint")
        .fixed_by(LintFix::suggested_hint(Hint::Idempotent, false))
        .into()
}

/// Whether what is added are names, such as files or labels: a list of plain texts.
fn adds_names(subject: &LintSubject) -> bool {
    let is_text = |schema: &serde_json::Value| schema["type"] == "string";
    parameters(subject).iter().any(|one| {
        let items = one.get("items");
        one.is_required && items.is_some_and(is_text)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_are_added_once_and_records_are_not() {
        for (items, is_found) in [("string", false), ("object", true)] {
            let tool = json!({
                "name": "git_add",
                "description": "Adds files to the staging area.",
                "annotations": {"readOnlyHint": false, "idempotentHint": true},
                "inputSchema": {
                    "type": "object",
                    "properties": {"files": {"type": "array", "items": {"type": items}}},
                    "required": ["files"],
                },
            });
            let input = crate::LintInput::from_example(tool).expect("a tool");
            let found = check(&input.tools[0], &LintPolicy::default());
            assert_eq!(!found.is_empty(), is_found, "{items}");
        }
    }
}
