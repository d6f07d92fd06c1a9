//! there is no title in `annotations`.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "T001",
    name: "missing-title",
    summary: "there is no title in `annotations`",
    why: "People see the title where a client lists tools or asks for approval; without one \
        they see `nc_notes_create_note`. Anthropic's directory reads `annotations.title` and \
        rejects tools without it.",
    advice: "add `title` to `annotations`",
    severity: SeverityByProfile::strict_only()
        .anthropic(Severity::Error)
        .openai(Severity::Warning),
    fix: FixKind::Safe,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "create_note", "annotations": {"readOnlyHint": false}}"#,
    good: r#"{"name": "create_note", "annotations": {"title": "Create note", "readOnlyHint": false}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    if subject.annotation_title().is_some() {
        return Vec::new();
    }
    let beside = subject.text("title");
    let message = match beside {
        Some(title) => format!(
            "`annotations` has no `title`; the title `{}` beside the name is not read everywhere",
            candor_text::clip(title, 60)
        ),
        None => "there is no title".to_owned(),
    };
    let title = beside.or(subject.suggested_title.as_deref());
    let problem = LintProblem::new(message).at("/annotations/title");
    match title {
        Some(title) => problem.fixed_by(LintFix::safe(vec![DefinitionEdit::set(
            "/annotations/title",
            title.into(),
        )])),
        None => problem,
    }
    .into()
}
