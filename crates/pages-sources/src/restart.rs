//! `POST /sources/{name}/restart`: a source is ended and started anew.

use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Segment, Visitor, Wrong, query, see};
use candor_gateway::DeskError;
use candor_model::Role;

use crate::place;

/// `POST /sources/{name}/restart`
pub(crate) async fn restart(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let name = place::read(&name)?;
    let here = place::of(&name);
    visitor.check(&place::to(&name, "restart"), &form)?;
    visitor.needs(Role::Admin, &here)?;
    let author = visitor.author(None);
    let done = pages.gateway.desk().restart_source(&name, &author).await;
    done.map_err(|error| match error {
        DeskError::Unknown(_) => place::unknown(name.as_str()),
        error => Wrong::refused(&error).way(here.clone(), "Back to the source"),
    })?;
    Ok(see(&query::with(&here, "done", "restarted")))
}
