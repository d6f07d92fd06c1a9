//! a tool that only adds is declared destructive.

use candor_model::DestructivePolicy;

use crate::head_verb::VerbClass;
use crate::rules::prelude::*;
use crate::words::first_phrase;

pub(super) const RULE: LintRule = LintRule {
    id: "H016",
    name: "creation-destructive",
    summary: "a tool that only adds is declared destructive",
    why: "Every destructive hint is a question to a person. Where nothing can be lost, the \
        question trains people to say yes without reading.",
    advice: "set `destructiveHint` to false, or set `destructive = \"writes\"` in \
        `candor-lint.toml`",
    severity: SeverityByProfile::beyond_spec(Severity::Note),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "create_book", "description": "Creates a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}"#,
    good: r#"{"name": "create_book", "description": "Creates a book.", "annotations": {"readOnlyHint": false, "destructiveHint": false}}"#,
};

fn check(subject: &LintSubject, policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(verb) = subject.verb_of(VerbClass::Creating) else {
        return Vec::new();
    };
    let overwrites = first_phrase(
        &subject.lower_description(),
        &[
            "overwrite",
            "overwrites",
            "replaces",
            "replace",
            "if it exists",
        ],
    );
    if policy.destructive == DestructivePolicy::Writes
        || !subject.is_destructive()
        || overwrites.is_some()
    {
        return Vec::new();
    }
    let message =
        format!("it is declared destructive, but the name says `{verb}`, which only adds");
    LintProblem::new(message)
        .at("/annotations/destructiveHint")
        .fixed_by(LintFix::suggested_hint(Hint::Destructive, false))
        .into()
}
