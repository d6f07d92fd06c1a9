//! a tool that removes something is declared not destructive.

use crate::head_verb::VerbClass;
use crate::rules::prelude::*;
use crate::words::words;

pub(super) const RULE: LintRule = LintRule {
    id: "H014",
    name: "removal-not-destructive",
    summary: "a tool that removes something is declared not destructive",
    why: "Authors agree on this one: of 122 delete tools in public servers, 120 are declared \
        destructive. A client that trusts the hint deletes without a question.",
    advice: "set `destructiveHint` to true",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": false}}"#,
    good: r#"{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}"#,
};

/// Removals without loss of data: a label, a member, a reaction.
const DETACHING: [&str; 22] = [
    "label",
    "labels",
    "tag",
    "tags",
    "reaction",
    "star",
    "favorite",
    "favourite",
    "bookmark",
    "from",
    "watcher",
    "watchers",
    "assignee",
    "subscription",
    "vote",
    "like",
    "pin",
    "link",
    "filter",
    "filters",
    "breakpoint",
    "highlight",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(verb) = subject.verb_of(VerbClass::Removing) else {
        return Vec::new();
    };
    let detaches = verb == "remove"
        && words(&subject.own)
            .iter()
            .any(|word| DETACHING.contains(&word.as_str()));
    if subject.stated.get(Hint::Destructive) != Some(false) || subject.is_read_only() || detaches {
        return Vec::new();
    }
    let message = format!("it is declared not destructive, but the name says `{verb}`");
    LintProblem::new(message)
        .at("/annotations/destructiveHint")
        .fixed_by(LintFix::suggested_hint(Hint::Destructive, true))
        .into()
}
