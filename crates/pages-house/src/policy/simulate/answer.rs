//! What would happen, as it is shown.

use candor_frame::{Badges, Nature, Outside, query};
use candor_gateway::Gateway;
use candor_gateway::desk::{Outcome, Supposed};
use candor_model::{Hint, Role, Roles};

use crate::policy::rule::{self, RuleView};

/// The most characters of a reason or a message.
const TEXT: usize = 1_000;

/// How many of the things that are wrong with the arguments are shown.
const VIOLATIONS: usize = 10;

/// The answer.
pub(crate) struct Answer {
    /// In a word.
    pub(crate) word: &'static str,
    /// The class of its note.
    pub(crate) look: &'static str,
    pub(crate) sentence: &'static str,
    pub(crate) tool: Outside,
    pub(crate) to: String,
    pub(crate) badges: Badges,
    pub(crate) endpoint: String,
    pub(crate) because: Outside,
    pub(crate) message: Option<Outside>,
    /// The rule that decided, and where it is.
    pub(crate) rule: Option<(RuleView, String)>,
    pub(crate) elsewhere: bool,
    /// Who gave the standing approval that would answer.
    pub(crate) standing: Option<Outside>,
    pub(crate) quarantined: bool,
    /// Whether the caller may call at all.
    pub(crate) may_call: bool,
    /// What is wrong with the arguments.
    pub(crate) violations: Vec<Outside>,
    /// What is relied upon, hint by hint.
    pub(crate) relied: Vec<Outside>,
}

// === impl Answer ===

impl Answer {
    pub(crate) fn of(gateway: &Gateway, supposed: &Supposed, roles: Roles) -> Self {
        let outcome = supposed.outcome();
        let (explained, decision) = (&supposed.explained, &supposed.decision);
        let name = explained.tool.name.to_string();
        let policy = &gateway.house().policy;
        let drifted = explained.drift.is_some();
        let rule = decision.rule.and_then(|index| {
            let rule = policy.rules().nth(index)?;
            let to = format!("/policy#{}", rule::id(index));
            Some((RuleView::of(policy, index, rule), to))
        });
        let violations = supposed.violations.iter().take(VIOLATIONS);
        Self {
            word: word(outcome),
            look: look(outcome),
            sentence: outcome.sentence(),
            tool: Outside::line(&name),
            to: query::path(&["tools", &name]),
            badges: Badges::of(Nature::of(&explained.effective, explained.trust, drifted)),
            endpoint: supposed.endpoint.to_string(),
            because: Outside::short(&decision.because, TEXT),
            message: decision
                .message
                .as_deref()
                .map(|text| Outside::short(text, TEXT)),
            rule,
            elsewhere: supposed.is_asked_elsewhere(),
            standing: supposed
                .grant
                .as_ref()
                .map(|grant| Outside::line(&grant.author.name)),
            quarantined: drifted,
            may_call: roles.include(Role::Caller),
            violations: violations
                .map(|violation| Outside::short(&violation.to_string(), TEXT))
                .collect(),
            relied: Hint::ALL
                .into_iter()
                .map(|hint| Outside::short(&supposed.relied(hint), TEXT))
                .collect(),
        }
    }
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Made | Outcome::Standing => "Allow",
        Outcome::Asked => "Ask",
        Outcome::AskedOnce => "Ask once",
        Outcome::Denied | Outcome::Quarantined => "Deny",
    }
}

fn look(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Made | Outcome::Standing => "good",
        Outcome::Asked | Outcome::AskedOnce => "warn",
        Outcome::Denied | Outcome::Quarantined => "bad",
    }
}
