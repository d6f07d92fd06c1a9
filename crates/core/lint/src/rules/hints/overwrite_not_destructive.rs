//! a tool that overwrites is declared not destructive.

use candor_model::DestructivePolicy;

use crate::head_verb::VerbClass;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H015",
    name: "overwrite-not-destructive",
    summary: "a tool that overwrites is declared not destructive",
    why: "The protocol calls everything destructive that is not purely additive, so an update \
        in place counts. Projects disagree; the setting `destructive` says which reading \
        yours follows.",
    advice: "set `destructiveHint` to true, or set `destructive = \"deletes\"` in \
        `candor-lint.toml`",
    severity: SeverityByProfile::strict_only()
        .anthropic(Severity::Warning)
        .spec(Severity::Note),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "update_book", "description": "Updates a book.", "annotations": {"readOnlyHint": false, "destructiveHint": false}}"#,
    good: r#"{"name": "update_book", "description": "Updates a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}"#,
};

fn check(subject: &LintSubject, policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(verb) = subject.verb_of(VerbClass::Updating) else {
        return Vec::new();
    };
    if policy.destructive == DestructivePolicy::Deletes
        || subject.stated.get(Hint::Destructive) != Some(false)
        || subject.is_read_only()
    {
        return Vec::new();
    }
    let message = format!(
        "it is declared not destructive, but the name says `{verb}`, and what was there before is lost"
    );
    LintProblem::new(message)
        .at("/annotations/destructiveHint")
        .fixed_by(LintFix::suggested_hint(Hint::Destructive, true))
        .into()
}
