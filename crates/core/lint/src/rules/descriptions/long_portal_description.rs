//! the description is longer than `OpenAI`'s portal takes.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "D005",
    name: "long-portal-description",
    summary: "the description is longer than OpenAI's portal takes",
    why: "The form of OpenAI's directory takes 200 characters per tool. A longer description \
        has to be shortened by hand there, and the two drift apart.",
    advice: "put the first two sentences into 200 characters",
    severity: SeverityByProfile::strict_only().openai(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "list_books", "description": "Lists books. It has many details that go on and on. It has many details that go on and on. It has many details that go on and on. It has many details that go on and on. It has many details that go on and on. It has many details that go on and on. "}"#,
    good: r#"{"name": "list_books", "description": "Lists the books of the shop with their prices."}"#,
};

/// The maximum length in the form.
const LONGEST: usize = 200;

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let length = subject.description().map_or(0, |text| text.chars().count());
    if length <= LONGEST {
        return Vec::new();
    }
    let message = format!("the description has {length} characters; the portal takes {LONGEST}");
    LintProblem::new(message).at("/description").into()
}
