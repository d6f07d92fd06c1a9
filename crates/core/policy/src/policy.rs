//! The compiled policy rules.

use candor_model::{Digest, Hint, PolicyPreferences, SourceName};
use serde_json::{Value, json};

use crate::condition::{ConditionContext, RuleCondition};
use crate::decide::without_rules;
use crate::ineffective;
use crate::rule::RuleFit;
use crate::{
    PolicyDecision, PolicyQuestion, PolicyRule, PolicyRuling, RuleDraft, RuleEffect, RuleProblem,
};

/// The maximum number of rules: each may be evaluated on every call.
pub const RULES_MAX: usize = 1_000;

/// Compiled policy rules.
#[derive(Clone, Debug, Default)]
pub struct PolicyRules {
    rules: Vec<PolicyRule>,
    remarks: Vec<RuleProblem>,
}

// === impl PolicyRules ===

impl PolicyRules {
    /// Compiles rules. All problems are reported at once, and a fatal one rejects the whole set.
    /// `sources` are the names of all existing sources, so that a rule naming only others can be
    /// reported as never matching.
    pub fn compile(
        drafts: Vec<RuleDraft>,
        sources: &[SourceName],
    ) -> Result<Self, Vec<RuleProblem>> {
        if drafts.len() > RULES_MAX {
            let sentence = format!(
                "there are {} rules; at most {RULES_MAX} are allowed",
                drafts.len()
            );
            return Err(vec![RuleProblem::fatal(RULES_MAX, "rule", sentence)]);
        }
        let mut problems = Vec::new();
        let mut rules = Vec::new();
        for (index, draft) in drafts.into_iter().enumerate() {
            ineffective::check(index, &draft, sources, &mut problems);
            let condition = read_condition(index, &draft, &mut problems);
            rules.push(PolicyRule::new(draft, condition));
        }
        ineffective::check_together(&rules, &mut problems);
        problems.sort_by_key(|problem| problem.rule);
        if problems.iter().any(|problem| problem.fatal) {
            return Err(problems);
        }
        Ok(Self {
            rules,
            remarks: problems,
        })
    }

    /// Adds rules that were saved in the dashboard or API. They were validated when saved. If the
    /// condition of one no longer compiles, an ask or deny rule applies without its condition and
    /// an allow rule is dropped.
    #[must_use]
    pub fn with_saved(&self, saved: Vec<RuleDraft>) -> Self {
        let mut rules = self.rules.clone();
        let mut problems = self.remarks.clone();
        for mut draft in saved {
            let mut unread = Vec::new();
            let condition = read_condition(rules.len(), &draft, &mut unread);
            let is_unread = draft.when.is_some() && condition.is_none();
            if is_unread && draft.effect == RuleEffect::Allow {
                continue;
            }
            if is_unread {
                draft.when = None;
            }
            problems.extend(unread);
            rules.push(PolicyRule::new(draft, condition));
        }
        let mut together = Vec::new();
        ineffective::check_together(&rules, &mut together);
        let is_new = |problem: &RuleProblem| problem.rule >= self.rules.len();
        problems.extend(together.into_iter().filter(is_new));
        problems.sort_by_key(|problem| problem.rule);
        for problem in &mut problems {
            problem.fatal = false;
        }
        Self {
            rules,
            remarks: problems,
        }
    }

    /// Decides about a call. Deny rules take precedence over ask rules, and those over allow rules;
    /// among equals the first one is named. If no rule matches, the confirm mode and the hints of
    /// the tool decide.
    pub fn decide(&self, question: &PolicyQuestion<'_>) -> PolicyDecision {
        let scene = ConditionContext::new(question);
        let ruled = [RuleEffect::Deny, RuleEffect::Ask, RuleEffect::Allow]
            .into_iter()
            .find_map(|effect| self.rule_of(effect, question, &scene));
        ruled.unwrap_or_else(|| {
            let (ruling, because) = without_rules(question);
            PolicyDecision {
                ruling,
                because,
                message: None,
                out_of_band: question.preferences.out_of_band,
                rule: None,
            }
        })
    }

    /// The decision of the first matching rule with this effect.
    fn rule_of(
        &self,
        effect: RuleEffect,
        question: &PolicyQuestion<'_>,
        scene: &ConditionContext<'_>,
    ) -> Option<PolicyDecision> {
        let mut fitting = self.rules.iter().enumerate().filter_map(|(index, rule)| {
            let fits = rule.effect() == effect;
            Some((index, rule, fits.then(|| rule.fit(question, scene))??))
        });
        let (index, rule, fit) = fitting.next()?;
        let out_of_band = |rule: &PolicyRule| {
            (rule.draft.out_of_band).unwrap_or(question.preferences.out_of_band)
        };
        // If any matching ask rule demands another channel, the decision demands it, in any order
        // of the rules.
        let demanded = out_of_band(rule)
            || effect == RuleEffect::Ask && fitting.any(|(_, other, _)| out_of_band(other));
        let because = match fit {
            RuleFit::Plain => rule.because.clone(),
            RuleFit::Doubtful(why) => format!("{}, {why}", rule.because),
        };
        Some(PolicyDecision {
            ruling: match effect {
                RuleEffect::Allow => PolicyRuling::Allow,
                RuleEffect::Ask => PolicyRuling::Ask { first: false },
                RuleEffect::Deny => PolicyRuling::Deny,
            },
            because,
            message: rule.draft.message.clone(),
            out_of_band: demanded,
            rule: Some(index),
        })
    }

    /// A digest of everything that affects decisions: the rules, regardless of order, names, places
    /// and messages, and the relevant preferences.
    pub fn version(&self, preferences: &PolicyPreferences) -> Digest {
        let mut rules: Vec<String> = self.rules.iter().map(essence).collect();
        rules.sort_unstable();
        rules.dedup();
        let whole = json!([
            "candor policy 1",
            rules,
            preferences.auto_approve_read_only,
            preferences.always_confirm_destructive,
            preferences.unset.as_str(),
            preferences.out_of_band,
        ]);
        Digest::of(whole.to_string())
    }

    /// The rules in order.
    pub fn rules(&self) -> impl Iterator<Item = &PolicyRule> {
        self.rules.iter()
    }

    /// Non-fatal findings about the rules.
    pub fn remarks(&self) -> &[RuleProblem] {
        &self.remarks
    }
}

fn read_condition(
    index: usize,
    draft: &RuleDraft,
    problems: &mut Vec<RuleProblem>,
) -> Option<RuleCondition> {
    let read = match RuleCondition::read(draft.when.as_deref()?) {
        Ok(read) => read,
        Err(flaws) => {
            problems.extend(flaws.into_iter().map(|flaw| RuleProblem {
                hint: flaw.hint,
                ..RuleProblem::fatal(index, "when", flaw.sentence)
            }));
            return None;
        }
    };
    match read.constant {
        Some(false) => problems.push(RuleProblem::fatal(
            index,
            "when",
            "the rule can never match: its condition is always false",
        )),
        Some(true) => problems.push(
            RuleProblem::remark(index, "when", "the condition is always true")
                .with_hint("leave out `when`"),
        ),
        None => {}
    }
    Some(read.condition)
}

/// A canonical text of what a rule decides. Two rules with the same text decide the same.
fn essence(rule: &PolicyRule) -> String {
    let draft = &rule.draft;
    let lists = draft.patterns().map(|(_, list)| {
        let mut list: Vec<&str> = list.iter().map(String::as_str).collect();
        list.sort_unstable();
        list.dedup();
        list
    });
    let hints = Hint::ALL.map(|hint| {
        let wanted = draft.hints.iter().find(|(one, _)| *one == hint);
        wanted.map_or(json!("any"), |(_, value)| json!(value))
    });
    let mut roles: Vec<&str> = draft.roles.iter().map(|role| role.as_str()).collect();
    roles.sort_unstable();
    roles.dedup();
    let whole: Value = json!([
        draft.effect.as_str(),
        lists,
        hints,
        roles,
        draft.when,
        draft.out_of_band,
    ]);
    whole.to_string()
}
