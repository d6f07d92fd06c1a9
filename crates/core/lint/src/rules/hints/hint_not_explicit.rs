//! a hint that matters is left to its default.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H002",
    name: "hint-not-explicit",
    summary: "a hint that matters is left to its default",
    why: "Clients disagree about defaults: a missing `openWorldHint` means true in Codex and \
        false in VS Code. OpenAI's directory blocks a tool unless `readOnlyHint`, \
        `destructiveHint` and `openWorldHint` are all written out.",
    advice: "write out all three, also where they equal the default",
    severity: SeverityByProfile::strict_only()
        .anthropic(Severity::Warning)
        .openai(Severity::Error),
    fix: FixKind::Safe,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "list_books", "annotations": {"readOnlyHint": true}}"#,
    good: r#"{"name": "list_books", "annotations": {"readOnlyHint": true, "destructiveHint": false, "openWorldHint": false}}"#,
};

const NEEDED: [Hint; 3] = [Hint::ReadOnly, Hint::Destructive, Hint::OpenWorld];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let missing: Vec<Hint> = NEEDED
        .into_iter()
        .filter(|hint| subject.stated.get(*hint).is_none())
        .collect();
    // A tool without any hint is another rule's.
    if missing.is_empty() || subject.stated.is_empty() {
        return Vec::new();
    }
    let names = candor_text::quote_list(missing.iter().map(|hint| hint.wire()), "and");
    let verb = if missing.len() == 1 { "is" } else { "are" };
    let problem = LintProblem::new(format!("{names} {verb} not set")).at("/annotations");
    // A read-only tool is not destructive; the fix adds nothing to the author's declaration.
    if missing.contains(&Hint::Destructive) && subject.is_read_only() {
        let fix = LintFix::safe(vec![DefinitionEdit::hint(Hint::Destructive, false)]);
        return problem.fixed_by(fix).into();
    }
    problem.into()
}
