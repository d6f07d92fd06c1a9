//! The approval policy: rules, preferences and timeouts.

pub(crate) mod preferences;
pub(crate) mod rules;

use std::time::Duration;

use candor_gateway::edit::PreferenceDetails;
use candor_model::{PolicyPreferences, PreferenceEdits};
use candor_policy::PolicyRule;

use crate::enums::{EffectWord, UnsetWord};
use crate::prelude::*;

/// What is preferred in one place.
#[derive(Serialize, ToSchema)]
#[schema(as = Preferences)]
pub(crate) struct PreferencesView {
    /// The toolset; null for the default preferences.
    toolset: Option<String>,
    /// What the configuration file sets. It wins, and cannot be changed here.
    declared: StatedPreferences,
    /// What people have stated.
    stated: StatedPreferences,
    /// What results from both and from the defaults.
    effective: EffectivePreferences,
    /// The version of `stated`; 0 if nothing is stored.
    version: u64,
}

/// Preferences that were set. Others come from the more general layer.
#[derive(Serialize, ToSchema)]
pub(crate) struct StatedPreferences {
    /// Whether tools with a trusted read-only hint skip the questions of `always` and `first`.
    #[serde(skip_serializing_if = "Option::is_none")]
    auto_approve_read_only: Option<bool>,
    /// Whether a destructive tool needs approval even where its `confirm` says `never`.
    #[serde(skip_serializing_if = "Option::is_none")]
    always_confirm_destructive: Option<bool>,
    /// Whether people are warned about destructive, unset and untrusted hints.
    #[serde(skip_serializing_if = "Option::is_none")]
    show_warnings: Option<bool>,
    /// Whether an idempotent call is repeated when its source was lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    trust_idempotent_retries: Option<bool>,
    /// How tools with unset hints are treated.
    #[serde(skip_serializing_if = "Option::is_none")]
    unset: Option<UnsetWord>,
    /// Whether the approval must not come from the calling client.
    #[serde(skip_serializing_if = "Option::is_none")]
    out_of_band: Option<bool>,
    /// How long results of read-only tools in a closed world are cached, in milliseconds; 0 for not
    /// at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_ms: Option<u64>,
    /// Whether identical read-only calls, made at the same time, become one.
    #[serde(skip_serializing_if = "Option::is_none")]
    collapse: Option<bool>,
}

/// The preferences that hold.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own that a person turns"
)]
#[derive(Serialize, ToSchema)]
pub(crate) struct EffectivePreferences {
    /// Whether tools with a trusted read-only hint skip the questions of `always` and `first`.
    auto_approve_read_only: bool,
    /// Whether a destructive tool needs approval even where its `confirm` says `never`.
    always_confirm_destructive: bool,
    /// Whether people are warned about destructive, unset and untrusted hints.
    show_warnings: bool,
    /// Whether an idempotent call is repeated when its source was lost.
    trust_idempotent_retries: bool,
    /// What happens where the destructive hint is not set; a source can have its own setting.
    unset: UnsetWord,
    /// Whether the approval must not come from the calling client.
    out_of_band: bool,
    /// How long results of read-only tools in a closed world are cached, in milliseconds; 0 for not
    /// at all.
    cache_ms: u64,
    /// Whether identical read-only calls, made at the same time, become one.
    collapse: bool,
}

/// How it is decided which calls are made, asked about or refused.
#[derive(Serialize, ToSchema)]
#[schema(as = Policy)]
pub(crate) struct PolicyView {
    /// The rules of the configuration file, in their order, then those that people saved. One that
    /// denies wins over one that asks, which wins over one that allows.
    rules: Vec<PolicyRuleView>,
    /// The default preferences, then those of each toolset that has any.
    preferences: Vec<PreferencesView>,
    /// How long a question waits for its answer, and a yes for its call, in milliseconds.
    approval_timeout_ms: u64,
    /// How long an approval of more than one call is valid, in milliseconds.
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
    /// The effect on a call.
    effect: EffectWord,
    /// The rule in words.
    #[schema(example = "denies calls of the tool `shop.delete_*` in the environment `prod`")]
    says: String,
    /// The condition on the arguments and on who calls what.
    when: Option<String>,
    /// The message to the caller, or to the person who is asked.
    message: Option<String>,
    /// Whether the approval must not come from the calling client; null for the preference.
    out_of_band: Option<bool>,
}

/// Shows how it is decided which calls are made, asked about or refused.
#[utoipa::path(
    get,
    path = "/policy",
    responses((status = 200, description = "The policy.", body = PolicyView))
)]
pub(crate) async fn show_policy(
    State(api): State<ApiState>,
) -> Result<Json<PolicyView>, ApiProblem> {
    let settings = api.gateway.policy_settings();
    let rules = api.gateway.policy_rules();
    let preferences = api.gateway.editor().preferences().await?;
    Ok(Json(PolicyView {
        rules: rules.rules().map(PolicyRuleView::of).collect(),
        preferences: preferences.iter().map(PreferencesView::of).collect(),
        approval_timeout_ms: millis(settings.approval_timeout),
        standing_expiry_ms: millis(settings.standing_expiry),
        self_approval: settings.self_approval,
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

// === impl PreferencesView ===

impl PreferencesView {
    fn of(view: &PreferenceDetails) -> Self {
        Self {
            toolset: view.toolset.as_ref().map(ToString::to_string),
            declared: (&view.declared).into(),
            stated: (&view.stated).into(),
            effective: (&view.effective).into(),
            version: view.version,
        }
    }
}

impl From<&PreferenceEdits> for StatedPreferences {
    fn from(edits: &PreferenceEdits) -> Self {
        Self {
            auto_approve_read_only: edits.auto_approve_read_only,
            always_confirm_destructive: edits.always_confirm_destructive,
            show_warnings: edits.show_warnings,
            trust_idempotent_retries: edits.trust_idempotent_retries,
            unset: edits.unset.map(Into::into),
            out_of_band: edits.out_of_band,
            cache_ms: edits.cache.map(millis),
            collapse: edits.collapse,
        }
    }
}

impl From<&PolicyPreferences> for EffectivePreferences {
    fn from(held: &PolicyPreferences) -> Self {
        Self {
            auto_approve_read_only: held.auto_approve_read_only,
            always_confirm_destructive: held.always_confirm_destructive,
            show_warnings: held.show_warnings,
            trust_idempotent_retries: held.trust_idempotent_retries,
            unset: held.unset.into(),
            out_of_band: held.out_of_band,
            cache_ms: held.cache.map_or(0, millis),
            collapse: held.collapse,
        }
    }
}

/// A time in milliseconds.
fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
