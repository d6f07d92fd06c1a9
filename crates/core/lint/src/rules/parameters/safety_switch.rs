//! a parameter makes the tool more dangerous than its hints say.

use crate::parameter::parameters;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "P004",
    name: "safety-switch",
    summary: "a parameter makes the tool more dangerous than its hints say",
    why: "Hints must hold for the worst call that is possible. A parameter such as `overwrite` \
        or `force` on a tool that claims to destroy nothing is a way around the question.",
    advice: "declare the worst case, or move the dangerous mode into a tool of its own",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "export_books", "annotations": {"readOnlyHint": true}, "inputSchema": {"type": "object", "properties": {"overwrite": {"type": "boolean", "description": "Whether to replace the file"}}}}"#,
    good: r#"{"name": "export_books", "annotations": {"readOnlyHint": false, "destructiveHint": true}, "inputSchema": {"type": "object", "properties": {"overwrite": {"type": "boolean", "description": "Whether to replace the file"}}}}"#,
};

/// Switches that destroy, and switches that write.
const DESTROYING: [&str; 9] = [
    "overwrite",
    "delete",
    "purge",
    "force_delete",
    "permanent",
    "permanently",
    "hard_delete",
    "truncate",
    "delete_existing",
];
const WRITING: [&str; 6] = [
    "commit",
    "apply",
    "save",
    "write",
    "persist",
    "create_if_missing",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let claims_harmless = subject.stated.get(Hint::Destructive) == Some(false);
    let reads = subject.is_read_only();
    let parameters = parameters(subject);
    let switches = parameters.iter().filter_map(|one| {
        let is_switch = one.get("type").and_then(serde_json::Value::as_str) == Some("boolean");
        let name = one.plain_name();
        let destroys = DESTROYING.contains(&name.as_str());
        let writes = destroys || WRITING.contains(&name.as_str());
        let (hint, claim) = match (reads && writes, claims_harmless && destroys) {
            (true, _) => (Hint::ReadOnly, "read-only"),
            (_, true) => (Hint::Destructive, "not destructive"),
            _ => return None,
        };
        let message = format!("it is declared {claim}, but `{}` can change that", one.name);
        let fix = LintFix::suggested_hint(hint, hint.careful());
        let problem = LintProblem::new(message)
            .at(one.pointer.clone())
            .fixed_by(fix);
        is_switch.then_some(problem)
    });
    switches.collect()
}
