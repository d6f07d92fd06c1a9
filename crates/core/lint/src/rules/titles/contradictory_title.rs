//! the title says something else than the name or the hints.

use crate::head_verb::{VerbClass, class};
use crate::rules::prelude::*;
use crate::words::words;

pub(super) const RULE: LintRule = LintRule {
    id: "T004",
    name: "contradictory-title",
    summary: "the title says something else than the name or the hints",
    why: "The title is what a person reads before saying yes. A tool called `delete_note` with \
        the title \"View note\" gets unintended approvals.",
    advice: "let title, name and hints say the same",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "delete_note", "title": "View note"}"#,
    good: r#"{"name": "delete_note", "title": "Delete note"}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(title) = subject.title() else {
        return Vec::new();
    };
    let first = words(title).into_iter().next().unwrap_or_default();
    if class(&first) != Some(VerbClass::Reading) {
        return Vec::new();
    }
    let shown = candor_text::quote(title);
    let by_name = subject.verb.as_ref().filter(|verb| {
        matches!(
            verb.class,
            VerbClass::Removing | VerbClass::Sending | VerbClass::Updating
        )
    });
    let message = if let Some(verb) = by_name {
        format!(
            "the title {shown} sounds harmless, but the name says `{}`",
            verb.word
        )
    } else if subject.is_destructive() {
        format!("the title {shown} sounds harmless, but the tool is declared destructive")
    } else {
        return Vec::new();
    };
    LintProblem::new(message).at("/title").into()
}
