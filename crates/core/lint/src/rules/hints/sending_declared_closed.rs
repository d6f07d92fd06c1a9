//! a tool that publishes or sends to others is declared closed-world.

use crate::head_verb::VerbClass;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H025",
    name: "sending-declared-closed",
    summary: "a tool that publishes or sends to others is declared closed-world",
    why: "OpenAI's review means by `openWorldHint` whether a tool can change what people \
        outside see. A tool that emails, posts or publishes does.",
    advice: "set `openWorldHint` to true",
    severity: SeverityByProfile::strict_only().openai(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "send_email", "description": "Sends an email.", "annotations": {"readOnlyHint": false, "destructiveHint": false, "openWorldHint": false}}"#,
    good: r#"{"name": "send_email", "description": "Sends an email.", "annotations": {"readOnlyHint": false, "destructiveHint": false, "openWorldHint": true}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(verb) = subject.verb_of(VerbClass::Sending) else {
        return Vec::new();
    };
    if subject.stated.get(Hint::OpenWorld) != Some(false) || subject.is_read_only() {
        return Vec::new();
    }
    LintProblem::new(format!(
        "it is declared closed-world, but the name says `{verb}`"
    ))
    .at("/annotations/openWorldHint")
    .fixed_by(LintFix::suggested_hint(Hint::OpenWorld, true))
    .into()
}
