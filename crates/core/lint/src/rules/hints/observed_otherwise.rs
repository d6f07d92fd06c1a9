//! Calls of the tool showed the opposite of a hint.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H031",
    name: "observed-otherwise",
    summary: "calls of the tool showed the opposite of a hint",
    why: "`candor verify` called the tool, or a confined program tried what the hint rules out. \
        What was seen is a fact and no guess: clients that rely on the hint are misled.",
    advice: "declare what the tool does, or change what it does, and verify it again",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "get_report", "description": "Returns the report of a month.", "annotations": {"readOnlyHint": true}, "observed": [{"hint": "read_only", "value": false, "evidence": "`work/seen.txt` was created"}]}"#,
    good: r#"{"name": "get_report", "description": "Returns the report of a month and notes that it was read.", "annotations": {"readOnlyHint": false, "destructiveHint": false}, "observed": [{"hint": "read_only", "value": false, "evidence": "`work/seen.txt` was created"}]}"#,
};

/// The longest evidence that a finding repeats, in characters.
const LONGEST: usize = 300;

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let observed = subject.observed.iter();
    observed
        // An author who declares the observed value needs no finding.
        .filter(|one| subject.declared.get(one.hint) != Some(one.value))
        .map(|one| {
            let word = one.hint.word();
            let message = format!(
                "{word} is said to be {}, but calls showed {}: {}",
                !one.value,
                one.value,
                candor_text::clip(&one.evidence, LONGEST)
            );
            LintProblem::new(message)
                .at(format!("/annotations/{}", one.hint.wire()))
                .fixed_by(LintFix::suggested_hint(one.hint, one.value))
        })
        .collect()
}
