//! all tools of a server have the defaults of an SDK.

use crate::head_verb::VerbClass;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H008",
    name: "default-hints",
    summary: "all tools of a server have the defaults of an SDK",
    why: "Some SDKs fill in what an author left out: not read-only, destructive, not \
        idempotent, open world. The tools then look declared although their hints are \
        undeclared, and every read is asked about.",
    advice: "set the hints tool by tool; `candor infer` suggests values",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Source(check),
    bad: r#"[{"name": "list_books", "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true}},{"name": "get_book", "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true}}]"#,
    good: r#"[{"name": "list_books", "annotations": {"readOnlyHint": true}},{"name": "get_book", "annotations": {"readOnlyHint": true}}]"#,
};

fn check(tools: &[LintSubject], _policy: &LintPolicy) -> Vec<LintProblem> {
    let is_default = |tool: &LintSubject| {
        let mut hints = Hint::ALL.into_iter();
        hints.all(|hint| tool.declared.get(hint) == Some(hint.default_value()))
    };
    let reads = tools.iter().any(|tool| tool.has_verb(VerbClass::Reading));
    if tools.len() < 2 || !reads || !tools.iter().all(is_default) {
        return Vec::new();
    }
    let message = format!(
        "source `{}`: all {} tools have the hints that an SDK fills in, reads too",
        tools[0].source,
        tools.len()
    );
    LintProblem::new(message).into()
}
