//! `GET /annotations`.

use candor_gateway::edit::OpinionEntry;
use candor_model::OpinionScope;

use super::entry::AnnotationView;
use crate::prelude::*;
use crate::query;

/// The query of a list of annotations.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct AnnotationsQuery {
    /// Only what counts in this environment.
    environment: Option<String>,
    /// Only what counts in this toolset.
    toolset: Option<String>,
    /// How many at most, from 1 to 500; 100 if nothing is said.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    limit: Option<String>,
    /// Where to go on: the `next` of the page before.
    after: Option<String>,
}

/// Lists everything that people say about tools.
///
/// What the configuration file says is among it, as entries of its own.
#[utoipa::path(
    get,
    path = "/annotations",
    operation_id = "list_annotations",
    tag = "annotations",
    params(AnnotationsQuery),
    responses(
        (status = 200, description = "A page of entries.", body = ListPage<AnnotationView>),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn list(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<AnnotationsQuery>,
) -> Result<Json<ListPage<AnnotationView>>, ApiProblem> {
    let is_key = |key: &str| key.split('\n').count() == 4;
    let paging = PageRequest::read(query.limit.as_deref(), query.after.as_deref(), is_key)?;
    let (environment, toolset) = (query.environment.as_deref(), query.toolset.as_deref());
    let scope = query::scope(environment, toolset)?;
    let endpoint = query::endpoint(environment, toolset)?;
    let catalogue = api.gateway.catalogue();
    catalogue.view(&endpoint).map_err(ApiProblem::unknown)?;
    let mut entries = api.gateway.editor().opinions().await?;
    if scope != OpinionScope::Everywhere {
        entries.retain(|entry| entry.key.scope == scope);
    }
    entries.sort_by_cached_key(cursor);
    Ok(Json(
        paging.cut(entries, cursor, |entry| AnnotationView::of(&entry)),
    ))
}

/// Names hold no line breaks.
fn cursor(entry: &OpinionEntry) -> String {
    let scope = match entry.key.scope {
        OpinionScope::Everywhere => 0,
        OpinionScope::Environment(_) => 1,
        OpinionScope::Toolset(_) => 2,
    };
    let name = entry.key.scope.name().unwrap_or_default();
    let shelf = u8::from(entry.version.is_none());
    format!("{scope}\n{name}\n{}\n{shelf}", entry.key.about)
}
