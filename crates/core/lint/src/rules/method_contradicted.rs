//! The HTTP method promises that nothing changes, and the evidence says otherwise.

use candor_model::{Hint, Severity};

use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::method-contradicted",
    severity: Severity::Warning,
    hint: "use a method that may change data, or declare it read-only in `x-candor`",
    check: RuleCheck::Tool(check),
};

fn check(subject: &LintSubject) -> Option<String> {
    let request = subject
        .request
        .as_ref()
        .filter(|request| request.is_safe())?;
    if subject.declared.get(Hint::ReadOnly).is_some() {
        return None;
    }
    let evidence = subject.evidence.iter().find(|one| one.raises_risk())?;
    let (method, path) = (&request.method, &request.path);
    Some(format!(
        "`{method} {path}` should be read-only, but {}",
        evidence.because
    ))
}
