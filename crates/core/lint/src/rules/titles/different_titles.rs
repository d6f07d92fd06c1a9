//! the two titles differ.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "T002",
    name: "different-titles",
    summary: "the two titles differ",
    why: "A tool can have a title beside its name and one in `annotations`. VS Code shows the \
        second, others the first, so people who compare notes speak of different tools.",
    advice: "make both the same",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Safe,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "create_note", "title": "Create note", "annotations": {"title": "New note"}}"#,
    good: r#"{"name": "create_note", "title": "Create note", "annotations": {"title": "Create note"}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let (Some(beside), Some(inside)) = (subject.text("title"), subject.annotation_title()) else {
        return Vec::new();
    };
    if beside == inside {
        return Vec::new();
    }
    let message = format!(
        "the title is {} beside the name and {} in `annotations`",
        candor_text::quote(beside),
        candor_text::quote(inside)
    );
    let edit = DefinitionEdit::set("/title", inside.into());
    let fix = LintFix::safe(vec![edit]);
    LintProblem::new(message).at("/title").fixed_by(fix).into()
}
