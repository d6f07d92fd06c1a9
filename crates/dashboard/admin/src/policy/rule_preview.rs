//! The effect of an unsaved rule: on the calls of the last day, and on a sample call.

use candor_dashboard_kit::{CurrentUser, ExternalText, PageError, SubmittedForm, query};
use candor_gateway::edit::{DryRunCall, DryRunError, ReplayedTool, RuleReplay};
use candor_gateway::{EditError, Gateway};
use candor_model::Role;
use candor_policy::{RuleDraft, RuleEffect};

use super::simulate::query_form::{SimulationForm, SimulationQuery};
use crate::form_error::FormError;

/// The most tools of which calls are listed.
const TOOLS: usize = 50;

/// The most characters of a remark.
const TEXT: usize = 1_000;

/// The effect of a rule.
pub(crate) struct RulePreview {
    /// The rule in words.
    pub(crate) says: ExternalText,
    pub(crate) remarks: Vec<ExternalText>,
    /// The effect on past calls, in one sentence.
    pub(crate) sentence: String,
    /// What the preview cannot know.
    pub(crate) notes: Vec<&'static str>,
    pub(crate) tools: Vec<ReplayedToolRow>,
    /// The number of further tools.
    pub(crate) more: usize,
    pub(crate) tried: Option<TriedCall>,
}

/// The calls of one tool.
pub(crate) struct ReplayedToolRow {
    pub(crate) name: ExternalText,
    pub(crate) to: String,
    pub(crate) calls: u64,
    /// The actual decision.
    pub(crate) now: String,
    /// The number of calls that the rule would have changed.
    pub(crate) changed: u64,
}

/// A call that was tried out, without the rule and with it.
pub(crate) struct TriedCall {
    pub(crate) tool: ExternalText,
    pub(crate) now: &'static str,
    pub(crate) then: &'static str,
    pub(crate) because: ExternalText,
}

/// The fields of a call that is tried out.
#[derive(Clone, Debug, Default)]
pub(crate) struct TriedCallForm {
    pub(crate) tool: String,
    pub(crate) arguments: String,
    pub(crate) toolset: String,
    pub(crate) environment: String,
}

// === impl TriedCallForm ===

impl TriedCallForm {
    pub(crate) fn of(sent: &SubmittedForm) -> Self {
        let get = |name: &str| sent.get(name).unwrap_or_default();
        Self {
            tool: get("try_tool"),
            arguments: get("try_arguments").replace("\r\n", "\n"),
            toolset: get("try_toolset"),
            environment: get("try_environment"),
        }
    }

    /// The form of the simulator with the same call, made by the user.
    fn simulation(&self, visitor: &CurrentUser) -> SimulationForm {
        SimulationForm {
            tool: self.tool.clone(),
            arguments: self.arguments.clone(),
            toolset: self.toolset.clone(),
            environment: self.environment.clone(),
            caller: visitor.identity.name.clone(),
            roles: visitor.identity.roles.with(Role::Caller),
        }
    }
}

// === impl RulePreview ===

impl RulePreview {
    pub(crate) async fn of(
        gateway: &Gateway,
        visitor: &CurrentUser,
        draft: &RuleDraft,
        tried: &TriedCallForm,
    ) -> Result<Result<Self, FormError>, PageError> {
        let editor = gateway.editor();
        let replay = match editor.replay_rule(draft).await {
            Ok(replay) => replay,
            Err(error) => return Ok(Err(FormError::of(&error)?)),
        };
        let tried = match TriedCall::of(gateway, visitor, draft, tried).await? {
            Ok(tried) => tried,
            Err(problem) => return Ok(Err(problem)),
        };
        let remarks = editor.check_rule(draft).unwrap_or_default().into_iter();
        let remarks = remarks.map(|remark| ExternalText::short(&remark.sentence, TEXT));
        let effect = draft.effect;
        let rows = replay.tools.iter().take(TOOLS);
        Ok(Ok(Self {
            says: ExternalText::short(&replay.says, TEXT),
            remarks: remarks.collect(),
            sentence: sentence(&replay, effect),
            notes: notes(&replay, effect),
            tools: rows.map(|tool| ReplayedToolRow::of(tool, effect)).collect(),
            more: replay.tools.len().saturating_sub(TOOLS),
            tried,
        }))
    }
}

fn sentence(replay: &RuleReplay, effect: RuleEffect) -> String {
    let (about, changed) = (replay.about(), replay.changed(effect));
    let then = match effect {
        RuleEffect::Deny => "would have been denied",
        RuleEffect::Ask => "would have needed approval",
        RuleEffect::Allow => "would have been made without approval",
    };
    let calls = if replay.calls == 1 { "call" } else { "calls" };
    format!(
        "Of {} {calls} in the last 24 hours, the rule applies to {about}. {changed} of these {then}.",
        replay.calls
    )
}

fn notes(replay: &RuleReplay, effect: RuleEffect) -> Vec<&'static str> {
    let mut notes = Vec::new();
    if replay.is_partial {
        notes.push("There were more calls. Only the newest were counted.");
    }
    if replay.is_narrower {
        notes.push(
            "The audit log does not tell the toolset, environment, roles and arguments of a call, \
             so that the rule may be about fewer calls than these.",
        );
    }
    if effect == RuleEffect::Allow {
        notes.push("Other rules that deny or ask come first.");
    }
    notes
}

// === impl ReplayedToolRow ===

impl ReplayedToolRow {
    fn of(tool: &ReplayedTool, effect: RuleEffect) -> Self {
        let name = tool.name.to_string();
        let parts = [
            (tool.made, "made"),
            (tool.asked, "approved by a person"),
            (tool.refused, "refused"),
        ];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<_> = parts
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        Self {
            to: query::path(&["tools", &name]),
            name: ExternalText::line(&name),
            calls: tool.calls(),
            now: parts.join(", "),
            changed: tool.changed(effect),
        }
    }
}

// === impl TriedCall ===

impl TriedCall {
    /// `None` if no tool was entered.
    async fn of(
        gateway: &Gateway,
        visitor: &CurrentUser,
        draft: &RuleDraft,
        form: &TriedCallForm,
    ) -> Result<Result<Option<Self>, FormError>, PageError> {
        if form.tool.trim().is_empty() {
            return Ok(Ok(None));
        }
        let form = form.simulation(visitor);
        let asked = match form.asked(gateway) {
            Ok(asked) => asked,
            Err(refused) => return Ok(Err(refused.problem)),
        };
        let SimulationQuery {
            tool,
            endpoint,
            arguments,
        } = &asked;
        let call = DryRunCall {
            tool,
            endpoint,
            principal: form.caller.trim(),
            roles: form.roles,
            arguments,
        };
        let editor = gateway.editor();
        let now = editor.dry_run(&call).await;
        let then = editor.dry_run_with(&call, draft).await;
        Ok(match (now, then) {
            (Ok(now), Ok(then)) => Ok(Some(Self {
                tool: ExternalText::line(&tool.to_string()),
                now: now.outcome().sentence(),
                then: then.outcome().sentence(),
                because: ExternalText::short(&then.decision.because, TEXT),
            })),
            (Err(error), _) | (_, Err(error)) => Err(refused(error)?),
        })
    }
}

fn refused(error: DryRunError) -> Result<FormError, PageError> {
    match error {
        DryRunError::Edit(error @ (EditError::Store(_) | EditError::Stale { .. })) => {
            Err(PageError::refused(&error))
        }
        error => Ok(FormError::invalid(error.to_string())),
    }
}
