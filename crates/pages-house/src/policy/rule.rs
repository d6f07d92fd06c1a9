//! Rules in words.

use candor_frame::Outside;
use candor_policy::{Effect, Policy, Rule};

/// The most characters of what a rule says.
const SAYS: usize = 1_000;

/// A rule as it is shown.
pub(crate) struct RuleView {
    /// The id of its line: it is counted as in the file.
    pub(crate) id: String,
    pub(crate) name: Option<Outside>,
    pub(crate) place: Outside,
    pub(crate) effect: &'static str,
    /// The class of its badge.
    pub(crate) look: &'static str,
    pub(crate) says: Outside,
    pub(crate) message: Option<Outside>,
    /// Who may answer, where the rule says.
    pub(crate) answer: Option<&'static str>,
    /// What is worth saying about it.
    pub(crate) remarks: Vec<Outside>,
}

/// The rules in the order in which they count.
pub(crate) fn in_order(policy: &Policy) -> Vec<RuleView> {
    let effects = [Effect::Deny, Effect::Ask, Effect::Allow].into_iter();
    let of = |effect| {
        let rules = policy.rules().enumerate();
        rules.filter(move |(_, rule)| rule.effect() == effect)
    };
    let rules = effects.flat_map(of);
    rules
        .map(|(index, rule)| RuleView::of(policy, index, rule))
        .collect()
}

/// The id of a rule's line.
pub(crate) fn id(index: usize) -> String {
    format!("rule-{}", index + 1)
}

// === impl RuleView ===

impl RuleView {
    pub(crate) fn of(policy: &Policy, index: usize, rule: &Rule) -> Self {
        let remarks = policy.remarks().iter();
        let remarks = remarks.filter(|remark| remark.rule == index);
        let remarks = remarks.map(|remark| match &remark.hint {
            Some(hint) => Outside::short(&format!("{}; {hint}", remark.sentence), SAYS),
            None => Outside::short(&remark.sentence, SAYS),
        });
        let (effect, look) = match rule.effect() {
            Effect::Deny => ("Deny", "bad"),
            Effect::Ask => ("Ask", "warn"),
            Effect::Allow => ("Allow", "good"),
        };
        Self {
            id: id(index),
            name: rule.name().map(Outside::line),
            place: Outside::line(rule.place()),
            effect,
            look,
            says: Outside::short(&rule.to_string(), SAYS),
            message: rule.message().map(|message| Outside::short(message, SAYS)),
            answer: rule.draft().out_of_band.map(|elsewhere| {
                if elsewhere {
                    "The client that calls may not answer."
                } else {
                    "The client that calls may answer."
                }
            }),
            remarks: remarks.collect(),
        }
    }
}
