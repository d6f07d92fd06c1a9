//! `POST /suggestions/accept`.

use candor_gateway::edit::{AcceptedHint, SuggestionChoice};
use candor_model::{Hint, QualifiedName, SourceName, ToolPattern};

use crate::enums::HintWord;
use crate::prelude::*;

/// Which suggestions: those about `tool`, or those about tools of `source` that are at least
/// `min_confidence` sure.
#[derive(Deserialize, ToSchema)]
#[schema(as = Acceptance)]
#[serde(deny_unknown_fields)]
pub(crate) struct SuggestionAcceptance {
    /// About this tool.
    tool: Option<String>,
    /// About this hint of it; all, where nothing is said.
    hint: Option<HintWord>,
    /// About every tool of this source.
    source: Option<String>,
    /// At least this sure, in percent.
    #[schema(minimum = 50, maximum = 99)]
    min_confidence: Option<u8>,
    /// Why, in your words. It is kept in the history, with the evidence.
    why: Option<String>,
}

/// What was accepted.
#[derive(Serialize, ToSchema)]
pub(crate) struct AcceptedSuggestions {
    /// One by one.
    accepted: Vec<AcceptedSuggestion>,
}

/// A suggestion that was accepted.
#[derive(Serialize, ToSchema)]
struct AcceptedSuggestion {
    /// About which tool.
    tool: String,
    /// The hint that was set.
    hint: HintWord,
    /// Its value from now on.
    value: bool,
}

/// Accepts suggestions.
///
/// They are said in your name from now on, all of them or none.
#[utoipa::path(
    post,
    path = "/suggestions/accept",
    operation_id = "accept_suggestions",
    tag = "suggestions",
    request_body = SuggestionAcceptance,
    responses(
        (status = 200, description = "What was accepted.", body = AcceptedSuggestions),
        BadBody,
        NotThere,
        InTheWay,
    )
)]
pub(crate) async fn accept(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(mut wish): JsonBody<SuggestionAcceptance>,
) -> Result<Json<AcceptedSuggestions>, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
    let author = who.author(wish.why.take());
    let choice = wish.choice()?;
    let accepted = api.gateway.editor().accept(&author, &choice).await;
    let accepted = accepted.map_err(|error| ApiProblem::from(error).unconditional())?;
    Ok(Json(AcceptedSuggestions {
        accepted: accepted.into_iter().map(Into::into).collect(),
    }))
}

// === impl SuggestionAcceptance ===

impl RequestBody for SuggestionAcceptance {
    const SHAPE: &'static str = "an object with `tool` and perhaps `hint`, or with `source` and \
        `min_confidence`, and perhaps `why`";
}

impl SuggestionAcceptance {
    fn choice(&self) -> Result<SuggestionChoice, ApiProblem> {
        match (&self.tool, self.hint, &self.source, self.min_confidence) {
            (Some(tool), hint, None, None) => {
                ToolPattern::parse(tool).map_err(ApiProblem::invalid)?;
                let name = QualifiedName::parse(tool)
                    .ok_or_else(|| ApiProblem::invalid(format!("`{tool}` names no tool")))?;
                Ok(SuggestionChoice::Tool(name, hint.map(Hint::from)))
            }
            (None, None, Some(source), Some(percent)) => {
                let source = SourceName::parse(source).map_err(ApiProblem::invalid)?;
                let least = super::confidence(percent).ok_or_else(|| {
                    ApiProblem::invalid(format!(
                        "`min_confidence` is `{percent}`; it takes a percentage from 50 to 99"
                    ))
                })?;
                Ok(SuggestionChoice::Source(source, least))
            }
            _ => Err(ApiProblem::invalid(format!(
                "it is not clear what is accepted; the body should be {}",
                Self::SHAPE
            ))),
        }
    }
}

impl From<AcceptedHint> for AcceptedSuggestion {
    fn from(accepted: AcceptedHint) -> Self {
        Self {
            tool: accepted.name.to_string(),
            hint: accepted.hint.into(),
            value: accepted.value,
        }
    }
}
