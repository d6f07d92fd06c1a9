//! all tools of a server have the same hints, and their verbs differ.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H007",
    name: "stamped-hints",
    summary: "all tools of a server have the same hints, and their verbs differ",
    why: "Where `list_books` and `delete_book` carry the same hints, the hints are unreviewed. \
        Clients then either ask about everything or about nothing.",
    advice: "set the hints tool by tool; `candor infer` suggests values",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Source(check),
    bad: r#"[{"name": "list_books", "annotations": {"readOnlyHint": false, "destructiveHint": true}},{"name": "get_book", "annotations": {"readOnlyHint": false, "destructiveHint": true}},{"name": "add_book", "annotations": {"readOnlyHint": false, "destructiveHint": true}},{"name": "delete_book", "annotations": {"readOnlyHint": false, "destructiveHint": true}}]"#,
    good: r#"[{"name": "list_books", "annotations": {"readOnlyHint": true}},{"name": "get_book", "annotations": {"readOnlyHint": true}},{"name": "add_book", "annotations": {"readOnlyHint": false, "destructiveHint": false}},{"name": "delete_book", "annotations": {"readOnlyHint": false, "destructiveHint": true}}]"#,
};

/// The minimum number of tools.
const FEWEST: usize = 4;

fn check(tools: &[LintSubject], _policy: &LintPolicy) -> Vec<LintProblem> {
    let first = tools[0].declared;
    let is_same = tools.iter().all(|tool| tool.declared == first);
    let verbs = tools.iter().filter_map(|tool| tool.verb.as_ref());
    let (writing, reading): (Vec<_>, Vec<_>) = verbs.partition(|verb| verb.class.writes());
    let (Some(write), Some(read)) = (writing.first(), reading.first()) else {
        return Vec::new();
    };
    if tools.len() < FEWEST || !is_same || first.is_empty() {
        return Vec::new();
    }
    let message = format!(
        "source `{}`: all {} tools have the same hints ({first}), those that `{}` and those that `{}`",
        tools[0].source,
        tools.len(),
        read.word,
        write.word
    );
    LintProblem::new(message).into()
}
