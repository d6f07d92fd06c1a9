//! `GET /suggestions`.

use candor_gateway::edit::HintSuggestion;
use candor_infer::Confidence;
use candor_model::SourceName;

use super::view::SuggestionView;
use crate::prelude::*;
use crate::sources;

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
    /// How many at most, from 1 to 500; 100 if nothing is said.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    limit: Option<String>,
    /// Where to go on: the `next` of the page before.
    after: Option<String>,
}

/// Lists what waits for a person's yes.
///
/// Evidence that a tool is dangerous counts by itself; evidence that it is not is only a
/// suggestion.
#[utoipa::path(
    get,
    path = "/suggestions",
    operation_id = "list_suggestions",
    tag = "suggestions",
    params(SuggestionsQuery),
    responses(
        (status = 200, description = "A page of suggestions.", body = ListPage<SuggestionView>),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn list(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<SuggestionsQuery>,
) -> Result<Json<ListPage<SuggestionView>>, ApiProblem> {
    api.gateway.settled(StartupWait::Request).await;
    let is_key = |key: &str| key.contains('\n');
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_key)?;
    let source = query.source.as_deref().map(SourceName::parse).transpose();
    let source = source.map_err(ApiProblem::unknown)?;
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
    percent.and_then(super::confidence).ok_or_else(|| {
        let short: String = text.chars().take(60).collect();
        ApiProblem::malformed(format!(
            "`min_confidence` is `{}`; it takes a percentage from 50 to 99",
            short.escape_debug()
        ))
    })
}
