//! `GET` and `PUT /equipped`: the toolset that the plain endpoint serves.

use candor_gateway::Endpoint;
use serde::Deserializer;

use crate::prelude::*;
use crate::tools::cost;

/// What the plain endpoint serves.
#[derive(Serialize, ToSchema)]
#[schema(as = Equipped)]
pub(crate) struct EquippedView {
    /// The toolset; null where everything is served.
    toolset: Option<String>,
    /// The path of the plain endpoint.
    #[schema(example = "/mcp")]
    endpoint: String,
    /// How many tools it serves, without those with which toolsets are managed.
    tool_count: usize,
    /// What their definitions cost in a model's context, in tokens: an estimate.
    tokens: usize,
}

/// What is to be equipped.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewEquipped)]
#[serde(deny_unknown_fields)]
pub(crate) struct EquippedChange {
    /// The toolset; null to serve everything.
    #[serde(deserialize_with = "present")]
    #[schema(required = true)]
    toolset: Option<String>,
    /// The reason, in your words. The history keeps it.
    #[serde(default)]
    why: Option<String>,
}

impl RequestBody for EquippedChange {
    const SHAPE: &'static str =
        "an object with `toolset`, a name or null, and perhaps `why`, a text";
}

/// A field that must be there, even if it is null: to leave it out is most likely a slip of the
/// pen, and would serve everything.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Option::deserialize(from)
}

/// Shows which toolset the plain endpoint serves.
#[utoipa::path(
    get,
    path = "/equipped",
    responses((status = 200, description = "What is equipped.", body = EquippedView), NotThere)
)]
pub(crate) async fn show_equipped(
    State(api): State<ApiState>,
) -> Result<Json<EquippedView>, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
    EquippedView::of(&api).map(Json)
}

/// Lets the plain endpoint serve a toolset, or everything again.
///
/// It stays so after a restart, and clients of the plain endpoint are told that their list has
/// changed.
#[utoipa::path(
    put,
    path = "/equipped",
    request_body = EquippedChange,
    responses((status = 200, description = "What is equipped now.", body = EquippedView), BadChange)
)]
pub(crate) async fn equip(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(new): JsonBody<EquippedChange>,
) -> Result<Json<EquippedView>, ApiProblem> {
    let name = new.toolset.as_deref();
    let name = name.map(candor_model::ToolsetName::parse).transpose();
    let name = name.map_err(ApiProblem::invalid)?;
    let editor = api.gateway.editor_for(&who.0);
    let equipped = editor.equip(&who.author(new.why), name.as_ref()).await;
    equipped.map_err(|error| ApiProblem::from(error).unconditional())?;
    EquippedView::of(&api).map(Json)
}

// === impl EquippedView ===

impl EquippedView {
    fn of(api: &ApiState) -> Result<Self, ApiProblem> {
        let plain = Endpoint::default();
        let offer = api.gateway.catalogue().offer(&plain);
        let offer = offer.map_err(ApiProblem::unknown)?;
        let toolset = api.gateway.editor().equipped();
        Ok(Self {
            toolset: toolset.map(|name| name.to_string()),
            endpoint: plain.to_string(),
            tool_count: offer.tools().len(),
            tokens: cost::of_all(offer.tools()),
        })
    }
}
