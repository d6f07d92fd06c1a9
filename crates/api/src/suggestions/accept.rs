//! `POST /suggestions/accept`.

use axum::Json;
use axum::extract::State;
use candor_gateway::Patience;
use candor_gateway::desk::{Accepted, Choice};
use candor_model::{Hint, QualifiedName, SourceName, ToolPattern};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::author::Who;
use crate::body::{Body, JsonBody};
use crate::document::refusals::{BadBody, InTheWay, NotThere};
use crate::problem::Problem;
use crate::router::Api;
use crate::words::HintWord;

/// Which suggestions: those about `tool`, or those about tools of `source` that are at least
/// `min_confidence` sure.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Acceptance {
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
    /// Which hint.
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
    request_body = Acceptance,
    responses(
        (status = 200, description = "What was accepted.", body = AcceptedSuggestions),
        BadBody,
        NotThere,
        InTheWay,
    )
)]
pub(crate) async fn accept(
    State(api): State<Api>,
    who: Who,
    JsonBody(mut wish): JsonBody<Acceptance>,
) -> Result<Json<AcceptedSuggestions>, Problem> {
    api.gateway.settled(Patience::Request).await;
    let author = who.author(wish.why.take());
    let choice = wish.choice()?;
    let accepted = api.gateway.desk().accept(&author, &choice).await;
    let accepted = accepted.map_err(|error| Problem::from(error).unconditional())?;
    Ok(Json(AcceptedSuggestions {
        accepted: accepted.into_iter().map(Into::into).collect(),
    }))
}

// === impl Acceptance ===

impl Body for Acceptance {
    const SHAPE: &'static str = "an object with `tool` and perhaps `hint`, or with `source` and \
        `min_confidence`, and perhaps `why`";
}

impl Acceptance {
    fn choice(&self) -> Result<Choice, Problem> {
        match (&self.tool, self.hint, &self.source, self.min_confidence) {
            (Some(tool), hint, None, None) => {
                ToolPattern::parse(tool).map_err(Problem::invalid)?;
                let name = QualifiedName::parse(tool)
                    .ok_or_else(|| Problem::invalid(format!("`{tool}` names no tool")))?;
                Ok(Choice::Tool(name, hint.map(Hint::from)))
            }
            (None, None, Some(source), Some(percent)) => {
                let source = SourceName::parse(source).map_err(Problem::invalid)?;
                let least = super::confidence(percent).ok_or_else(|| {
                    Problem::invalid(format!(
                        "`min_confidence` is `{percent}`; it takes a percentage from 50 to 99"
                    ))
                })?;
                Ok(Choice::Source(source, least))
            }
            _ => Err(Problem::invalid(format!(
                "it is not clear what is accepted; the body should be {}",
                Self::SHAPE
            ))),
        }
    }
}

impl From<Accepted> for AcceptedSuggestion {
    fn from(accepted: Accepted) -> Self {
        Self {
            tool: accepted.name.to_string(),
            hint: accepted.hint.into(),
            value: accepted.value,
        }
    }
}
