//! `GET /annotations`.

use axum::Json;
use axum::extract::State;
use candor_gateway::desk::Entry;
use candor_model::Scope;
use serde::Deserialize;
use utoipa::IntoParams;

use super::entry::EntryView;
use crate::document::refusals::{BadQuery, NotThere};
use crate::page::{Page, Paging};
use crate::problem::Problem;
use crate::query::{self, QueryOf};
use crate::router::Api;

/// Which entries.
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
        (status = 200, description = "A page of entries.", body = Page<EntryView>),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn list(
    State(api): State<Api>,
    QueryOf(query): QueryOf<AnnotationsQuery>,
) -> Result<Json<Page<EntryView>>, Problem> {
    let is_key = |key: &str| key.split('\n').count() == 4;
    let paging = Paging::read(query.limit.as_deref(), query.after.as_deref(), is_key)?;
    let (environment, toolset) = (query.environment.as_deref(), query.toolset.as_deref());
    let scope = query::scope(environment, toolset)?;
    let endpoint = query::endpoint(environment, toolset)?;
    let catalogue = api.gateway.catalogue();
    catalogue.view(&endpoint).map_err(Problem::unknown)?;
    let mut entries = api.gateway.desk().opinions().await?;
    if scope != Scope::Everywhere {
        entries.retain(|entry| entry.key.scope == scope);
    }
    entries.sort_by_cached_key(cursor);
    Ok(Json(
        paging.cut(entries, cursor, |entry| EntryView::of(&entry)),
    ))
}

/// Names hold no line breaks.
fn cursor(entry: &Entry) -> String {
    let scope = match entry.key.scope {
        Scope::Everywhere => 0,
        Scope::Environment(_) => 1,
        Scope::Toolset(_) => 2,
    };
    let name = entry.key.scope.name().unwrap_or_default();
    let shelf = u8::from(entry.version.is_none());
    format!("{scope}\n{name}\n{}\n{shelf}", entry.key.about)
}
