//! It is not set whether the tools of a source reach external systems. As a rule that is the same
//! for all of them, so it is reported once per source.

use candor_model::{Hint, Severity};

use crate::{LintRule, LintSubject, RuleCheck};

pub(super) const RULE: LintRule = LintRule {
    code: "lint::unset-open-world",
    severity: Severity::Note,
    hint: "`open_world` on the source sets it for all its tools; some directories require it",
    check: RuleCheck::Source(check),
};

fn check(tools: &[LintSubject]) -> Option<String> {
    let source = &tools.first()?.source;
    let is_unset = |tool: &&LintSubject| tool.shown.get(Hint::OpenWorld).is_none();
    let unset = tools.iter().filter(is_unset).count();
    let which = match tools.len() {
        _ if unset == 0 => return None,
        all if unset == all => "its tools".to_owned(),
        all => format!("{unset} of its {all} tools"),
    };
    Some(format!(
        "source `{source}`: open-world is not set for {which}"
    ))
}
