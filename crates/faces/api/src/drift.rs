//! Definitions that differ from their pins.

use candor_gateway::edit::DriftSelection;
use candor_model::{Digest, DriftRecord, QualifiedName, SourceName, ToolPattern};

use crate::enums::DriftWord;
use crate::json_value::JsonValue;
use crate::prelude::*;
use crate::tools::detail::PinView;

/// A definition that is not the pinned one.
#[derive(Serialize, ToSchema)]
#[schema(as = Drift)]
pub(crate) struct DriftView {
    /// Which tool, by the name it has now.
    name: String,
    /// Where it comes from.
    source: String,
    /// The name it had, if the source seems to have renamed it.
    renamed_from: Option<String>,
    /// `added` if the tool is new, `changed` if its definition differs, `renamed` if the source
    /// seems to have renamed it, `contradicted` if calls contradict what it declares.
    kind: DriftWord,
    /// The hash of the pinned definition; null if the tool is new.
    pinned: Option<String>,
    /// The definition that was found.
    found: PinView,
    /// What differs, one line each.
    differences: Vec<String>,
    /// Whether a hint promises less risk than before.
    loosens: bool,
    /// Whether the tool is in quarantine until the change is accepted.
    quarantined: bool,
}

/// A changed definition with its text.
#[derive(Serialize, ToSchema)]
pub(crate) struct DriftDetail {
    #[serde(flatten)]
    drift: DriftView,
    /// The definition that was found, as it is hashed: without what may change freely.
    #[schema(value_type = serde_json::Value)]
    definition: JsonValue,
}

/// Lists changed definitions that wait for a decision, by name.
#[utoipa::path(
    get,
    path = "/drift",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of changed definitions.", body = ListPage<DriftView>),
        BadQuery,
    )
)]
pub(crate) async fn list_drift(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<DriftView>>, ApiProblem> {
    let is_name = |key: &str| QualifiedName::parse(key).is_some();
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_name)?;
    let mut drifts = api.gateway.editor().drifts().await?;
    let name = |one: &DriftRecord| one.name.to_string();
    drifts.sort_by_cached_key(name);
    Ok(Json(paging.cut(drifts, name, |one| DriftView::of(&one))))
}

/// Shows how the definition of one tool has changed.
#[utoipa::path(
    get,
    path = "/drift/{name}",
    params(("name" = String, Path, description = "`source.tool`, percent-encoded.")),
    responses((status = 200, description = "The changed definition.", body = DriftDetail), BadName)
)]
pub(crate) async fn show_drift(
    State(api): State<ApiState>,
    PathParams(name): PathParams<String>,
) -> Result<Json<DriftDetail>, ApiProblem> {
    let name = path::tool_name(&name)?;
    let drift = api.gateway.editor().drift(&name).await?;
    Ok(Json(DriftDetail::of(&drift)))
}

/// The changes to accept: that of `tool`, or all of `source`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DriftAcceptance {
    /// Accept the change of this tool.
    tool: Option<String>,
    /// The hash of the definition that you have reviewed; anything else is refused.
    hash: Option<String>,
    /// Those of every tool of this source, and of its instructions.
    source: Option<String>,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

/// What was accepted.
#[derive(Serialize, ToSchema)]
pub(crate) struct AcceptedDrift {
    /// One by one.
    accepted: Vec<DriftView>,
}

/// Accepts changed definitions.
///
/// They are the pinned ones from now on, and the tools are served again: all of them or none.
#[utoipa::path(
    post,
    path = "/drift/accept",
    request_body = DriftAcceptance,
    responses((status = 200, description = "What was accepted.", body = AcceptedDrift), BadChange)
)]
pub(crate) async fn accept_drift(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(mut acceptance): JsonBody<DriftAcceptance>,
) -> Result<Json<AcceptedDrift>, ApiProblem> {
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(acceptance.why.take());
    let which = acceptance.which()?;
    let accepted = editor.accept_drift(&author, &which).await;
    let accepted = accepted.map_err(|error| ApiProblem::from(error).unconditional())?;
    Ok(Json(AcceptedDrift {
        accepted: accepted.iter().map(DriftView::of).collect(),
    }))
}

// === impl DriftView ===

impl DriftView {
    pub(crate) fn of(drift: &DriftRecord) -> Self {
        Self {
            name: drift.name.to_string(),
            source: drift.name.source().to_string(),
            renamed_from: drift.renamed_from.as_ref().map(ToString::to_string),
            kind: drift.kind().into(),
            pinned: drift.pinned.map(|hash| hash.to_string()),
            found: PinView::of(&drift.found),
            differences: drift.differences.clone(),
            loosens: drift.loosens,
            quarantined: drift.quarantined,
        }
    }
}

// === impl DriftDetail ===

impl DriftDetail {
    fn of(drift: &DriftRecord) -> Self {
        Self {
            drift: DriftView::of(drift),
            definition: JsonValue::of_text(&drift.found.definition),
        }
    }
}

// === impl DriftAcceptance ===

impl RequestBody for DriftAcceptance {
    const SHAPE: &'static str =
        "an object with `tool` and perhaps `hash`, or with `source`, and perhaps `why`";
}

impl DriftAcceptance {
    fn which(&self) -> Result<DriftSelection, ApiProblem> {
        match (&self.tool, &self.hash, &self.source) {
            (Some(tool), hash, None) => {
                ToolPattern::parse(tool).map_err(ApiProblem::invalid)?;
                let name = QualifiedName::parse(tool)
                    .ok_or_else(|| ApiProblem::invalid(format!("`{tool}` names no tool")))?;
                let hash = hash.as_deref().map(digest).transpose()?;
                Ok(DriftSelection::Tool(name, hash))
            }
            (None, None, Some(source)) => {
                let source = SourceName::parse(source).map_err(ApiProblem::invalid)?;
                Ok(DriftSelection::Source(source))
            }
            _ => Err(ApiProblem::invalid(format!(
                "it is not clear what is accepted; the body should be {}",
                Self::SHAPE
            ))),
        }
    }
}

fn digest(text: &str) -> Result<Digest, ApiProblem> {
    Digest::parse(text).ok_or_else(|| {
        ApiProblem::invalid(format!(
            "`hash` is `{}`; it takes 64 hexadecimal digits, as `GET /api/v1/drift` shows them",
            quoted(text, 80)
        ))
    })
}
