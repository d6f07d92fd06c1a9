//! Signing all browsers out.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, SubmittedForm, see_other};
use candor_model::Role;

/// The path of the form.
pub(super) const PATH: &str = "/access/sign-out-all";

/// `POST /access/sign-out-all`: ends every browser session.
pub(crate) async fn sign_out_all(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    visitor.check(PATH, &sent)?;
    visitor.needs(Role::Admin, super::PATH)?;
    let author = visitor.author(None);
    let ended = pages.gateway.editor().end_page_sessions(&author).await;
    ended.map_err(|error| PageError::refused(&error))?;
    // Their own session has ended as well.
    Ok(match visitor.session() {
        Some(_) => see_other("/login"),
        None => see_other(&format!("{}?done=signed-out", super::PATH)),
    })
}
