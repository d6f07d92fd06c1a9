//! Checks for rules that another rule makes redundant.

use crate::wildcard::covers;
use crate::{PolicyRule, RuleDraft, RuleEffect, RuleProblem};

/// Reports rules that never decide because another rule always decides first.
pub(crate) fn check_together(rules: &[PolicyRule], problems: &mut Vec<RuleProblem>) {
    let whole: Vec<bool> = (0..rules.len())
        .map(|index| !problems.iter().any(|one| one.rule == index && one.fatal))
        .collect();
    for (index, rule) in rules.iter().enumerate().filter(|(index, _)| whole[*index]) {
        let draft = &rule.draft;
        let before = rules[..index]
            .iter()
            .zip(&whole)
            .filter(|(_, whole)| **whole);
        let same = before
            .map(|(other, _)| &other.draft)
            .find(|other| other.effect == draft.effect && hides(other, draft));
        if let Some(other) = same {
            let sentence = format!(
                "the rule never decides: {} already {} all of it",
                other.label(),
                draft.effect.verb()
            );
            let problem = RuleProblem::fatal(index, "effect", sentence);
            problems.push(problem.with_hint("remove it, or put it first"));
            continue;
        }
        let stronger = rules.iter().zip(&whole).filter(|(_, whole)| **whole);
        let stronger = stronger
            .map(|(other, _)| &other.draft)
            .find(|other| other.effect > draft.effect && includes(other, draft));
        if let Some(other) = stronger {
            let sentence = format!(
                "the rule never decides: {} {} all of it, and that comes first",
                other.label(),
                other.effect.verb()
            );
            let problem = RuleProblem::remark(index, "effect", sentence);
            problems
                .push(problem.with_hint("narrow the other rule: there are no exceptions to it"));
        }
    }
}

/// Whether `other` has no effect because of `this`, which comes first.
fn hides(this: &RuleDraft, other: &RuleDraft) -> bool {
    let demands = this.effect != RuleEffect::Ask
        || this.out_of_band == other.out_of_band
        || this.out_of_band == Some(true)
        || other.out_of_band == Some(false);
    demands && includes(this, other)
}

/// Whether this rule matches every call that the other one matches.
fn includes(this: &RuleDraft, other: &RuleDraft) -> bool {
    let lists = this.patterns().into_iter().zip(other.patterns());
    let patterns = lists.into_iter().all(|((_, wide), (_, narrow))| {
        let covered = |pattern: &String| wide.iter().any(|one| covers(one, pattern));
        wide.is_empty() || !narrow.is_empty() && narrow.iter().all(covered)
    });
    let hints = this.hints.iter().all(|hint| other.hints.contains(hint));
    let covered = |role| this.roles.contains(role);
    let roles = this.roles.is_empty() || !other.roles.is_empty() && other.roles.iter().all(covered);
    let condition = this.when.is_none() || this.when == other.when;
    condition && patterns && hints && roles
}
