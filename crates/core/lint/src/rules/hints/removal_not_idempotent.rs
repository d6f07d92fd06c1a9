//! a tool that removes or sets is declared not idempotent.

use crate::head_verb::VerbClass;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H018",
    name: "removal-not-idempotent",
    summary: "a tool that removes or sets is declared not idempotent",
    why: "Deleting twice leaves the same world as deleting once, so a lost call may be \
        repeated. Saying otherwise costs users a retry.",
    advice: "set `idempotentHint` to true, unless a version must match",
    severity: SeverityByProfile::beyond_spec(Severity::Note),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false}}"#,
    good: r#"{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true}}"#,
};

const SETTING: [&str; 3] = ["set", "put", "replace"];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let sets = |word: &&str| SETTING.contains(word);
    let verb = subject
        .verb_of(VerbClass::Removing)
        .or_else(|| subject.verb_of(VerbClass::Updating).filter(sets));
    let Some(verb) = verb.filter(|_| subject.stated.get(Hint::Idempotent) == Some(false)) else {
        return Vec::new();
    };
    if super::version_parameter(subject).is_some() {
        return Vec::new();
    }
    let message = format!("it is declared not idempotent, but the name says `{verb}`");
    LintProblem::new(message)
        .at("/annotations/idempotentHint")
        .fixed_by(LintFix::suggested_hint(Hint::Idempotent, true))
        .into()
}
