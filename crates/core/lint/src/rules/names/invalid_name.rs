//! the name has characters or a length that the protocol does not allow.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "N001",
    name: "invalid-name",
    summary: "the name has characters or a length that the protocol does not allow",
    why: "The protocol allows 1 to 128 letters, digits, `_`, `-` and `.` in a name. Clients \
        drop or refuse other names, so the tool cannot be called at all.",
    advice: "rename the tool, or give it an alias",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "delete page!"}"#,
    good: r#"{"name": "delete_page"}"#,
};

/// The longest name of the protocol.
const LONGEST: usize = 128;

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    let length = subject.own.chars().count();
    let wrong: Vec<char> = subject.own.chars().filter(|c| !is_allowed(*c)).collect();
    if let Some(first) = wrong.first() {
        let shown = candor_text::quote(&first.to_string());
        let message =
            format!("the name has the character {shown}, which the protocol does not allow");
        return LintProblem::new(message).at("/name").into();
    }
    if length > LONGEST {
        let message = format!("the name has {length} characters; the protocol allows {LONGEST}");
        return LintProblem::new(message).at("/name").into();
    }
    Vec::new()
}
