//! a tool that writes leaves `destructiveHint` out, which means true.

use candor_model::DestructivePolicy;

use crate::head_verb::VerbClass;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H005",
    name: "write-without-destructive",
    summary: "a tool that writes leaves `destructiveHint` out, which means true",
    why: "Many authors leave the hint out to say \"not destructive\". The protocol says the \
        opposite: a missing `destructiveHint` on a tool that writes means that it destroys. \
        Clients ask before every call.",
    advice: "set `destructiveHint` to false if it only adds, and to true otherwise",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "add_book", "description": "Adds a book.", "annotations": {"readOnlyHint": false}}"#,
    good: r#"{"name": "add_book", "description": "Adds a book.", "annotations": {"readOnlyHint": false, "destructiveHint": false}}"#,
};

fn check(subject: &LintSubject, policy: &LintPolicy) -> Vec<LintProblem> {
    if subject.stated.get(Hint::ReadOnly) != Some(false)
        || subject.stated.get(Hint::Destructive).is_some()
    {
        return Vec::new();
    }
    let problem =
        LintProblem::new("it writes, and a missing `destructiveHint` means that it destroys")
            .at("/annotations/destructiveHint");
    let by_verb = subject
        .verb
        .as_ref()
        .and_then(|verb| match (verb.class, policy.destructive) {
            (VerbClass::Removing, _) | (_, DestructivePolicy::Writes) => Some(true),
            (VerbClass::Creating, _) => Some(false),
            _ => None,
        });
    match by_verb.or_else(|| subject.inferred(Hint::Destructive)) {
        Some(value) => problem.fixed_by(LintFix::suggested_hint(Hint::Destructive, value)),
        None => problem,
    }
    .into()
}
