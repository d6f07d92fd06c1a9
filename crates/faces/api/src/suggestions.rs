//! Suggested hints.

use candor_gateway::edit::{AcceptedHint, HintSuggestion, SuggestionChoice};
use candor_infer::Confidence;
use candor_model::{Hint, QualifiedName, SourceName, ToolPattern};

use crate::enums::HintWord;
use crate::prelude::*;
use crate::{query, sources};

/// Something that waits for a person's yes.
#[derive(Serialize, ToSchema)]
#[schema(as = Suggestion)]
pub(crate) struct SuggestionView {
    /// About which tool.
    tool: String,
    /// About which hint.
    hint: HintWord,
    /// The value that is suggested.
    value: bool,
    /// How sure Candor is, in percent, from 50 to 99.
    #[schema(minimum = 50, maximum = 99)]
    confidence: u8,
    /// The reasons for it.
    evidence: Vec<String>,
}

/// The confidences that there are, in percent.
const PERCENT: std::ops::RangeInclusive<u8> = 50..=99;

/// The query of a list of suggestions.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct SuggestionsQuery {
    /// About tools of this source.
    source: Option<String>,
    /// At least this sure, in percent, from 50 to 99.
    #[param(value_type = Option<u8>, minimum = 50, maximum = 99)]
    min_confidence: Option<String>,
    /// The maximum number of entries, from 1 to 500; 100 by default.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    limit: Option<String>,
    /// Where to continue: the `next` of the previous page.
    after: Option<String>,
}

/// Lists what waits for a person's yes.
///
/// Evidence that a tool is dangerous counts by itself; evidence that it is not is only a
/// suggestion.
#[utoipa::path(
    get,
    path = "/suggestions",
    params(SuggestionsQuery),
    responses(
        (status = 200, description = "A page of suggestions.", body = ListPage<SuggestionView>),
        BadName,
    )
)]
pub(crate) async fn list_suggestions(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<SuggestionsQuery>,
) -> Result<Json<ListPage<SuggestionView>>, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
    let is_key = |key: &str| key.contains('\n');
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_key)?;
    let source = query.source.as_deref();
    let source = query::name(source, SourceName::parse, ApiProblem::unknown)?;
    if let Some(source) = &source {
        check_source(&api, source)?;
    }
    let least = query.min_confidence.as_deref().map(least).transpose()?;
    let mut suggestions = api.gateway.editor().suggestions();
    suggestions.retain(|one| {
        source
            .as_ref()
            .is_none_or(|name| one.tool.name.source() == name)
            && least.is_none_or(|least| one.finding.confidence >= least)
    });
    suggestions.sort_by_cached_key(cursor);
    let page = paging.cut(suggestions, cursor, |one| SuggestionView::of(&one));
    Ok(Json(page))
}

/// By tool, and of one tool the hints in their usual order.
fn cursor(suggestion: &HintSuggestion) -> String {
    let HintSuggestion { tool, finding } = suggestion;
    format!("{}\n{}", tool.name, finding.hint.index())
}

fn check_source(api: &ApiState, source: &SourceName) -> Result<(), ApiProblem> {
    let known = api.gateway.sources();
    let exists = known.iter().any(|one| one.name == *source);
    exists.then_some(()).ok_or_else(|| sources::unknown(source))
}

fn least(text: &str) -> Result<Confidence, ApiProblem> {
    let percent = text.parse().ok();
    percent.and_then(confidence).ok_or_else(|| {
        ApiProblem::malformed(format!(
            "`min_confidence` is `{}`; it takes a percentage from 50 to 99",
            quoted(text, 60)
        ))
    })
}

/// Parses a confidence.
fn confidence(percent: u8) -> Option<Confidence> {
    PERCENT.contains(&percent).then(|| Confidence::new(percent))
}

/// Which suggestions: those about `tool`, or those about tools of `source` that are at least
/// `min_confidence` sure.
#[derive(Deserialize, ToSchema)]
#[schema(as = Acceptance)]
#[serde(deny_unknown_fields)]
pub(crate) struct SuggestionAcceptance {
    /// About this tool.
    tool: Option<String>,
    /// About this hint of it; all hints by default.
    hint: Option<HintWord>,
    /// About every tool of this source.
    source: Option<String>,
    /// At least this sure, in percent.
    #[schema(minimum = 50, maximum = 99)]
    min_confidence: Option<u8>,
    /// The reason, in your words. The history keeps it, with the evidence.
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
    request_body = SuggestionAcceptance,
    responses(
        (status = 200, description = "What was accepted.", body = AcceptedSuggestions),
        BadChange,
    )
)]
pub(crate) async fn accept_suggestions(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(mut acceptance): JsonBody<SuggestionAcceptance>,
) -> Result<Json<AcceptedSuggestions>, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
    let editor = api.gateway.editor_for(&who.0);
    let author = who.author(acceptance.why.take());
    let choice = acceptance.choice()?;
    let accepted = editor.accept(&author, &choice).await;
    let accepted = accepted.map_err(|error| ApiProblem::from(error).unconditional())?;
    Ok(Json(AcceptedSuggestions {
        accepted: accepted.into_iter().map(Into::into).collect(),
    }))
}

// === impl SuggestionView ===

impl SuggestionView {
    pub(crate) fn of(suggestion: &HintSuggestion) -> Self {
        let finding = &suggestion.finding;
        Self {
            tool: suggestion.tool.name.to_string(),
            hint: finding.hint.into(),
            value: finding.value,
            confidence: finding.confidence.percent(),
            evidence: finding.evidence.iter().map(ToString::to_string).collect(),
        }
    }
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
                let least = confidence(percent).ok_or_else(|| {
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
