//! `GET /policy`.

use candor_policy::PolicyRule;

use super::view::{PreferencesView, millis};
use crate::enums::EffectWord;
use crate::prelude::*;

/// How it is decided which calls are made, asked about or refused.
#[derive(Serialize, ToSchema)]
#[schema(as = Policy)]
pub(crate) struct PolicyView {
    /// The rules of the configuration file, in their order. One that denies comes before one that
    /// asks, and that before one that allows.
    rules: Vec<PolicyRuleView>,
    /// The default preferences, then those of each toolset that has any.
    preferences: Vec<PreferencesView>,
    /// How long a question waits for its answer, and a yes for its call, in milliseconds.
    approval_timeout_ms: u64,
    /// How long a yes counts that was given for more than one call, in milliseconds.
    standing_expiry_ms: u64,
    /// Whether a caller may approve its own calls.
    self_approval: bool,
}

/// A rule of the policy.
#[derive(Serialize, ToSchema)]
#[schema(as = Rule)]
pub(crate) struct PolicyRuleView {
    /// What it is called.
    name: Option<String>,
    /// Where it is written.
    #[schema(example = "candor.toml:12")]
    place: String,
    /// What it does about a call.
    effect: EffectWord,
    /// The rule in words.
    #[schema(example = "denies calls of the tool `shop.delete_*` in the environment `prod`")]
    says: String,
    /// The condition on the arguments and on who calls what.
    when: Option<String>,
    /// The message to the caller, or to the person who is asked.
    message: Option<String>,
    /// Whether the client that calls may not be the one that answers; null where it is as the
    /// preferences say.
    out_of_band: Option<bool>,
}

/// Shows how it is decided which calls are made, asked about or refused.
#[utoipa::path(
    get,
    path = "/policy",
    operation_id = "show_policy",
    tag = "policy",
    responses((status = 200, description = "The policy.", body = PolicyView))
)]
pub(crate) async fn show(State(api): State<ApiState>) -> Result<Json<PolicyView>, ApiProblem> {
    let house = api.gateway.policy_settings();
    let preferences = api.gateway.editor().preferences().await?;
    Ok(Json(PolicyView {
        rules: house.policy.rules().map(PolicyRuleView::of).collect(),
        preferences: preferences.iter().map(PreferencesView::of).collect(),
        approval_timeout_ms: millis(house.approval_timeout),
        standing_expiry_ms: millis(house.standing_expiry),
        self_approval: house.self_approval,
    }))
}

// === impl PolicyRuleView ===

impl PolicyRuleView {
    fn of(rule: &PolicyRule) -> Self {
        Self {
            name: rule.name().map(str::to_owned),
            place: rule.place().to_owned(),
            effect: rule.effect().into(),
            says: rule.to_string(),
            when: rule.when().map(str::to_owned),
            message: rule.message().map(str::to_owned),
            out_of_band: rule.draft().out_of_band,
        }
    }
}
