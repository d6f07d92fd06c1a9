//! The rules of the policy.

use candor_dashboard_kit::ExternalText;
use candor_policy::{PolicyRule, PolicyRules, RuleEffect};

use super::rule_edit;

/// The most characters of a rule.
const SAYS: usize = 1_000;

pub(crate) struct PolicyRuleRow {
    /// The id of its element, by its position in the file.
    pub(crate) id: String,
    pub(crate) name: Option<ExternalText>,
    pub(crate) place: ExternalText,
    /// The page on which it is edited, if it was saved here.
    pub(crate) edit: Option<String>,
    pub(crate) effect: &'static str,
    /// The CSS class of its badge.
    pub(crate) look: &'static str,
    pub(crate) says: ExternalText,
    pub(crate) message: Option<ExternalText>,
    /// Whether the calling client may approve, if the rule says.
    pub(crate) answer: Option<&'static str>,
    /// Warnings about the rule.
    pub(crate) remarks: Vec<ExternalText>,
}

/// The rules in order of precedence.
pub(crate) fn in_order(policy: &PolicyRules) -> Vec<PolicyRuleRow> {
    let effects = [RuleEffect::Deny, RuleEffect::Ask, RuleEffect::Allow].into_iter();
    let of = |effect| {
        let rules = policy.rules().enumerate();
        rules.filter(move |(_, rule)| rule.effect() == effect)
    };
    let rules = effects.flat_map(of);
    rules
        .map(|(index, rule)| PolicyRuleRow::of(policy, index, rule))
        .collect()
}

/// The id of a rule's element.
pub(crate) fn id(index: usize) -> String {
    format!("rule-{}", index + 1)
}

// === impl PolicyRuleRow ===

impl PolicyRuleRow {
    pub(crate) fn of(policy: &PolicyRules, index: usize, rule: &PolicyRule) -> Self {
        let remarks = policy.remarks().iter();
        let remarks = remarks.filter(|remark| remark.rule == index);
        let remarks = remarks.map(|remark| match &remark.hint {
            Some(hint) => ExternalText::short(&format!("{}; {hint}", remark.sentence), SAYS),
            None => ExternalText::short(&remark.sentence, SAYS),
        });
        let (effect, look) = match rule.effect() {
            RuleEffect::Deny => ("Deny", "bad"),
            RuleEffect::Ask => ("Ask", "warn"),
            RuleEffect::Allow => ("Allow", "good"),
        };
        Self {
            id: id(index),
            name: rule.name().map(ExternalText::line),
            place: ExternalText::line(rule.place()),
            edit: rule.name().filter(|_| rule.is_saved()).map(rule_edit::path),
            effect,
            look,
            says: ExternalText::short(&rule.to_string(), SAYS),
            message: rule
                .message()
                .map(|message| ExternalText::short(message, SAYS)),
            answer: rule.draft().out_of_band.map(|elsewhere| {
                if elsewhere {
                    "The calling client cannot approve."
                } else {
                    "The calling client can approve."
                }
            }),
            remarks: remarks.collect(),
        }
    }
}
