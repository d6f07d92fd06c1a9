//! `GET` and `PUT /policy/preferences`, and the same for a toolset.

use std::time::Duration;

use candor_gateway::edit::PreferenceDetails;
use candor_model::{PreferenceEdits, ToolsetName};

use super::PreferencesView;
use crate::enums::UnsetWord;
use crate::prelude::*;

/// The maximum cache duration, in milliseconds: a day.
const CACHE_MAX: u64 = 86_400_000;

/// All preferences: those that are null or not mentioned come from the more general layer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPreferences {
    /// Whether tools with a trusted read-only hint skip the questions of `always` and `first`.
    auto_approve_read_only: Option<bool>,
    /// Whether a destructive tool needs approval even where its `confirm` says `never`.
    always_confirm_destructive: Option<bool>,
    /// Whether people are warned about destructive, unset and untrusted hints.
    show_warnings: Option<bool>,
    /// Whether an idempotent call is repeated when its source was lost.
    trust_idempotent_retries: Option<bool>,
    /// How tools with unset hints are treated.
    unset: Option<UnsetWord>,
    /// Whether the approval must not come from the calling client.
    out_of_band: Option<bool>,
    /// How long results of read-only tools in a closed world are cached, in milliseconds; 0 for not
    /// at all.
    #[schema(maximum = 86_400_000)]
    cache_ms: Option<u64>,
    /// Whether identical read-only calls, made at the same time, become one.
    collapse: Option<bool>,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

/// Shows the default preferences.
///
/// The `ETag` is that of what people have stated: send it as `If-Match` when you change that.
#[utoipa::path(
    get,
    path = "/policy/preferences",
    responses(
        (
            status = 200,
            description = "The default policy settings.",
            body = PreferencesView,
            headers(("ETag" = String, description = "The version of what is stated."))
        ),
    )
)]
pub(crate) async fn show_preferences(State(api): State<ApiState>) -> Result<Response, ApiProblem> {
    let view = api.gateway.editor().preference(None).await?;
    Ok(etag::tagged(Some(view.version), shown(&view)))
}

/// Shows the preferences of a toolset.
///
/// The `ETag` is that of what people have stated for the toolset: send it as `If-Match` when you
/// change that.
#[utoipa::path(
    get,
    path = "/policy/preferences/{toolset}",
    params(("toolset" = String, Path, description = "The toolset.")),
    responses(
        (
            status = 200,
            description = "What is preferred there.",
            body = PreferencesView,
            headers(("ETag" = String, description = "The version of what is stated."))
        ),
        BadName,
    )
)]
pub(crate) async fn show_toolset_preferences(
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
) -> Result<Response, ApiProblem> {
    let name = path::toolset_name(&name)?;
    let editor = api.gateway.editor();
    editor.toolset(&name).await?;
    let view = editor.preference(Some(&name)).await?;
    Ok(etag::tagged(Some(view.version), shown(&view)))
}

/// Replaces the default preferences.
#[utoipa::path(
    put,
    path = "/policy/preferences",
    params(IfMatch),
    request_body = NewPreferences,
    responses(
        (
            status = 200,
            description = "The default policy settings as they are now.",
            body = PreferencesView,
            headers(("ETag" = String, description = "The version of what is stated."))
        ),
        BadBody,
        InTheWay,
        TooLate,
        WhichVersion,
    )
)]
pub(crate) async fn state_preferences(
    State(api): State<ApiState>,
    who: Requester,
    read: IfMatch,
    JsonBody(new): JsonBody<NewPreferences>,
) -> Result<Response, ApiProblem> {
    state(&api, who, None, read, new).await
}

/// Sets the preferences of a toolset.
#[utoipa::path(
    put,
    path = "/policy/preferences/{toolset}",
    params(("toolset" = String, Path, description = "The toolset."), IfMatch),
    request_body = NewPreferences,
    responses(
        (
            status = 200,
            description = "What is preferred there now.",
            body = PreferencesView,
            headers(("ETag" = String, description = "The version of what is stated."))
        ),
        BadEdit,
    )
)]
pub(crate) async fn state_toolset_preferences(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    read: IfMatch,
    JsonBody(new): JsonBody<NewPreferences>,
) -> Result<Response, ApiProblem> {
    let name = path::toolset_name(&name)?;
    state(&api, who, Some(&name), read, new).await
}

async fn state(
    api: &ApiState,
    who: Requester,
    toolset: Option<&ToolsetName>,
    read: IfMatch,
    mut new: NewPreferences,
) -> Result<Response, ApiProblem> {
    let expected = read.required(&match toolset {
        Some(name) => format!("what is preferred in `{name}`"),
        None => "the default policy".to_owned(),
    })?;
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(new.why.take());
    let edits = new.edits()?;
    let view = editor.prefer(toolset, &edits, expected, &author).await?;
    Ok(etag::tagged(Some(view.version), shown(&view)))
}

fn shown(view: &PreferenceDetails) -> Json<PreferencesView> {
    Json(PreferencesView::of(view))
}

// === impl NewPreferences ===

impl RequestBody for NewPreferences {
    const SHAPE: &'static str = "an object with `auto_approve_read_only`, \
        `always_confirm_destructive`, `show_warnings`, `trust_idempotent_retries`, `unset`, \
        `out_of_band`, `cache_ms`, `collapse` and `why`, of which each may be left out";
}

impl NewPreferences {
    fn edits(self) -> Result<PreferenceEdits, ApiProblem> {
        if let Some(time) = self.cache_ms.filter(|time| *time > CACHE_MAX) {
            return Err(ApiProblem::invalid(format!(
                "`cache_ms` is `{time}`; results are kept for at most {CACHE_MAX} milliseconds, \
                 which is a day"
            )));
        }
        Ok(PreferenceEdits {
            auto_approve_read_only: self.auto_approve_read_only,
            always_confirm_destructive: self.always_confirm_destructive,
            show_warnings: self.show_warnings,
            trust_idempotent_retries: self.trust_idempotent_retries,
            unset: self.unset.map(Into::into),
            out_of_band: self.out_of_band,
            cache: self.cache_ms.map(Duration::from_millis),
            collapse: self.collapse,
        })
    }
}
