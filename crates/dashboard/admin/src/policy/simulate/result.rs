//! The result of a simulation.

use candor_dashboard_kit::{BadgeList, ExternalText, ToolFlags, query};
use candor_gateway::Gateway;
use candor_gateway::edit::{DryRunOutcome, DryRunResult};
use candor_model::{Hint, Role, Roles};

use crate::policy::rule_row::{self, PolicyRuleRow};

/// The most characters of a reason or a message.
const TEXT: usize = 1_000;

/// The most schema violations that are shown.
const VIOLATIONS: usize = 10;

pub(crate) struct SimulationResult {
    pub(crate) word: &'static str,
    /// The CSS class of its note.
    pub(crate) look: &'static str,
    pub(crate) sentence: &'static str,
    pub(crate) tool: ExternalText,
    pub(crate) to: String,
    pub(crate) badges: BadgeList,
    pub(crate) endpoint: String,
    pub(crate) because: ExternalText,
    pub(crate) message: Option<ExternalText>,
    /// The rule that decided, and its page.
    pub(crate) rule: Option<(PolicyRuleRow, String)>,
    pub(crate) elsewhere: bool,
    /// The author of the standing approval that would apply.
    pub(crate) standing: Option<ExternalText>,
    pub(crate) quarantined: bool,
    /// Whether the caller has the role caller.
    pub(crate) may_call: bool,
    /// Schema violations of the arguments.
    pub(crate) violations: Vec<ExternalText>,
    /// The hints that policy uses.
    pub(crate) relied: Vec<ExternalText>,
}

// === impl SimulationResult ===

impl SimulationResult {
    pub(crate) fn of(gateway: &Gateway, supposed: &DryRunResult, roles: Roles) -> Self {
        let outcome = supposed.outcome();
        let (explained, decision) = (&supposed.explained, &supposed.decision);
        let name = explained.tool.name.to_string();
        let policy = &*gateway.policy_rules();
        let drifted = explained.drift.is_some();
        let rule = decision.rule.and_then(|index| {
            let rule = policy.rules().nth(index)?;
            let to = format!("/policy#{}", rule_row::id(index));
            Some((PolicyRuleRow::of(policy, index, rule), to))
        });
        let violations = supposed.violations.iter().take(VIOLATIONS);
        Self {
            word: word(outcome),
            look: look(outcome),
            sentence: outcome.sentence(),
            tool: ExternalText::line(&name),
            to: query::path(&["tools", &name]),
            badges: BadgeList::of(ToolFlags::of(
                &explained.effective,
                explained.trust,
                drifted,
            )),
            endpoint: supposed.endpoint.to_string(),
            because: ExternalText::short(&decision.because, TEXT),
            message: decision
                .message
                .as_deref()
                .map(|text| ExternalText::short(text, TEXT)),
            rule,
            elsewhere: supposed.is_asked_elsewhere(),
            standing: supposed
                .grant
                .as_ref()
                .map(|grant| ExternalText::line(&grant.author.name)),
            quarantined: drifted,
            may_call: roles.include(Role::Caller),
            violations: violations
                .map(|violation| ExternalText::short(&violation.to_string(), TEXT))
                .collect(),
            relied: Hint::ALL
                .into_iter()
                .map(|hint| ExternalText::short(&supposed.relied(hint), TEXT))
                .collect(),
        }
    }
}

fn word(outcome: DryRunOutcome) -> &'static str {
    match outcome {
        DryRunOutcome::Made | DryRunOutcome::Standing => "Allow",
        DryRunOutcome::Asked => "Ask",
        DryRunOutcome::AskedOnce => "Ask once",
        DryRunOutcome::Denied | DryRunOutcome::Quarantined => "Deny",
    }
}

fn look(outcome: DryRunOutcome) -> &'static str {
    match outcome {
        DryRunOutcome::Made | DryRunOutcome::Standing => "good",
        DryRunOutcome::Asked | DryRunOutcome::AskedOnce => "warn",
        DryRunOutcome::Denied | DryRunOutcome::Quarantined => "bad",
    }
}
