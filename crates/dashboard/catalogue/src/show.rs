//! `GET /catalogue/{name}`: a server, its required values, how it would run, and its tools.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, PathSegment, query};
use candor_model::Role;
use http::Uri;

use crate::PageCatalogue;
use crate::add_form::AddForm;
use crate::entry_page::{AddOutcome, draw};
use crate::found_entry::FoundEntry;
use crate::paths;

/// `GET /catalogue/{name}`: shows a server of a registry.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    Extension(catalogue): Extension<PageCatalogue>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, paths::ALL)?;
    let version = query::get(&uri, "version");
    let found = FoundEntry::find(catalogue, &name, version.as_deref()).await?;
    let option = query::get(&uri, "option").and_then(|text| text.parse().ok());
    let said = AddForm::nothing(&found.known.entry, option);
    let versions = Some(found.versions().await);
    let outcome = AddOutcome::default();
    Ok(draw(&pages, &visitor, &found, versions, &said, outcome).await)
}
