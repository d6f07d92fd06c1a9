//! a tool that reads is declared as one that writes.

use crate::head_verb::VerbClass;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H020",
    name: "read-declared-write",
    summary: "a tool that reads is declared as one that writes",
    why: "Clients ask before every call of a tool that writes. For a search or a listing the \
        question is noise, and in read-only modes the tool is missing.",
    advice: "set `readOnlyHint` to true if nothing changes",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "list_books", "description": "Lists the books of the shop.", "annotations": {"readOnlyHint": false}}"#,
    good: r#"{"name": "list_books", "description": "Lists the books of the shop.", "annotations": {"readOnlyHint": true}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(verb) = subject.verb_of(VerbClass::Reading) else {
        return Vec::new();
    };
    if subject.declared.get(Hint::ReadOnly) != Some(false)
        || subject.inferred(Hint::ReadOnly) != Some(true)
        || subject.request.is_some()
    {
        return Vec::new();
    }
    let message = format!("it is declared as writing, but the name says `{verb}`");
    LintProblem::new(message)
        .at("/annotations/readOnlyHint")
        .fixed_by(LintFix::suggested_hint(Hint::ReadOnly, true))
        .into()
}
