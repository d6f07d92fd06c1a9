//! `POST /drift/accept`.

use candor_gateway::edit::DriftSelection;
use candor_model::{Digest, QualifiedName, SourceName, ToolPattern};

use super::view::DriftView;
use crate::prelude::*;

/// Which changes: that of `tool`, or all of `source`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DriftAcceptance {
    /// Accept the change of this tool.
    tool: Option<String>,
    /// Only if this is the hash of the definition that it has now: what you have looked at.
    hash: Option<String>,
    /// Those of every tool of this source.
    source: Option<String>,
    /// Why, in your words. It is kept in the history.
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
    operation_id = "accept_drift",
    tag = "drift",
    request_body = DriftAcceptance,
    responses(
        (status = 200, description = "What was accepted.", body = AcceptedDrift),
        BadBody,
        NotThere,
        InTheWay,
    )
)]
pub(crate) async fn accept(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(mut wish): JsonBody<DriftAcceptance>,
) -> Result<Json<AcceptedDrift>, ApiProblem> {
    let author = who.author(wish.why.take());
    let which = wish.which()?;
    let accepted = api.gateway.editor().accept_drift(&author, &which).await;
    let accepted = accepted.map_err(|error| ApiProblem::from(error).unconditional())?;
    Ok(Json(AcceptedDrift {
        accepted: accepted.iter().map(DriftView::of).collect(),
    }))
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
        let short: String = text.chars().take(80).collect();
        ApiProblem::invalid(format!(
            "`hash` is `{}`; it takes 64 hexadecimal digits, as `GET /api/v1/drift` shows them",
            short.escape_debug()
        ))
    })
}
