//! A source declares a tool safer than the evidence says.

use candor_model::Severity;

use super::hint_words;
use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::hint-contradicted",
    severity: Severity::Warning,
    hint: "correct the hint, or the text that contradicts it",
    check: RuleCheck::Tool(check),
};

/// What follows from the HTTP method alone is no evidence against what an author declares.
fn check(subject: &LintSubject) -> Option<String> {
    let by_method = subject.method_hints();
    let against = subject.evidence.iter().filter(|one| {
        one.raises_risk()
            && by_method.get(one.hint) != Some(one.value)
            && subject.declared.get(one.hint) == Some(!one.value)
    });
    let contradictions: Vec<String> = against
        .map(|one| {
            let declared = hint_words(one.hint, !one.value);
            format!("it is declared {declared}, but {}", one.because)
        })
        .collect();
    (!contradictions.is_empty()).then(|| contradictions.join("; "))
}
