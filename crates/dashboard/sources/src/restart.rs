//! `POST /sources/{name}/restart`: restarting a source.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, query, see_other,
};
use candor_gateway::EditError;
use candor_model::Role;

use crate::paths;

/// `POST /sources/{name}/restart`: restarts a source.
pub(crate) async fn restart(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let name = paths::read(&name)?;
    let here = paths::of(&name);
    visitor.check(&paths::to(&name, "restart"), &form)?;
    visitor.needs(Role::Admin, &here)?;
    let author = visitor.author(None);
    let done = pages.gateway.editor().restart_source(&name, &author).await;
    done.map_err(|error| match error {
        EditError::Unknown(_) => paths::unknown(name.as_str()),
        error => PageError::refused(&error).link(here.clone(), "Back to the source"),
    })?;
    Ok(see_other(&query::with(&here, "done", "restarted")))
}
