//! the title is the name again, too long, or has markup.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "T003",
    name: "unsuitable-title",
    summary: "the title is the name again, too long, or has markup",
    why: "A title is shown in lists, buttons and questions. The name in its place adds \
        nothing, a long one is cut, and markup is shown as it is written.",
    advice: "write a few plain words, such as `Create note`",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "create_note", "title": "create_note"}"#,
    good: r#"{"name": "create_note", "title": "Create note"}"#,
};

fn check(subject: &LintSubject, policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(title) = subject.title() else {
        return Vec::new();
    };
    let length = title.chars().count();
    let shown = candor_text::quote(title);
    let message = if title == subject.own {
        format!("the title {shown} is the name")
    } else if length > policy.budget.title {
        format!(
            "the title has {length} characters; {} are shown everywhere",
            policy.budget.title
        )
    } else if title.contains(['<', '>', '*', '`', '\n', '\t']) {
        format!("the title {shown} has markup or line breaks")
    } else {
        return Vec::new();
    };
    let problem = LintProblem::new(message).at("/title");
    match subject
        .suggested_title
        .as_deref()
        .filter(|better| *better != title)
    {
        Some(better) => problem.fixed_by(LintFix::suggested(vec![DefinitionEdit::set(
            "/annotations/title",
            better.into(),
        )])),
        None => problem,
    }
    .into()
}
