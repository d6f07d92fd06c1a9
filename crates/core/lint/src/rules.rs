//! The rules, one per file, in a folder per family.

mod budgets;
mod changes;
mod descriptions;
mod expectations;
mod hidden_text;
mod hints;
mod names;
mod notes;
mod parameters;
mod prelude;
mod schemas;
mod titles;
mod toolsets;

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use crate::{LintFinding, LintPolicy, LintRule};

/// Every rule, by family and id.
pub static RULES: LazyLock<Vec<&'static LintRule>> = LazyLock::new(|| {
    [
        names::RULES,
        titles::RULES,
        descriptions::RULES,
        parameters::RULES,
        schemas::RULES,
        hints::RULES,
        hidden_text::RULES,
        changes::RULES,
        budgets::RULES,
        toolsets::RULES,
        notes::RULES,
        expectations::RULES,
    ]
    .concat()
});

/// The rule with this id or name, in any case.
pub fn find_rule(word: &str) -> Option<&'static LintRule> {
    let word = word.trim().to_ascii_lowercase();
    let word = word.strip_prefix("lint::").unwrap_or(&word);
    let is_meant = |rule: &&&LintRule| rule.id.to_ascii_lowercase() == word || rule.name == word;
    RULES.iter().find(is_meant).copied()
}

/// The findings about suppressions that matched nothing.
pub(crate) fn unused_suppressions(policy: &LintPolicy, used: &[bool]) -> Vec<LintFinding> {
    expectations::unused(policy, used)
}
