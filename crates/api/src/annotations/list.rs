//! `GET /annotations`.

use axum::Json;
use axum::extract::State;
use candor_gateway::desk::Entry;
use candor_model::Scope;

use super::entry::EntryView;
use crate::document::refusals::BadQuery;
use crate::page::{Page, Paging};
use crate::problem::Problem;
use crate::query::{PageQuery, QueryOf};
use crate::router::Api;

/// Lists everything that people say about tools.
///
/// What the configuration file says is among it, as entries of its own.
#[utoipa::path(
    get,
    path = "/annotations",
    operation_id = "list_annotations",
    tag = "annotations",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of entries.", body = Page<EntryView>),
        BadQuery,
    )
)]
pub(crate) async fn list(
    State(api): State<Api>,
    QueryOf(query): QueryOf<PageQuery>,
) -> Result<Json<Page<EntryView>>, Problem> {
    let is_key = |key: &str| key.split('\n').count() == 4;
    let paging = Paging::read(query.limit.as_deref(), query.after.as_deref(), is_key)?;
    let mut entries = api.gateway.desk().opinions().await?;
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
