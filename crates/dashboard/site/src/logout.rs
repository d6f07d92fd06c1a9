//! `POST /logout`: ending the session. The token behind it stays valid.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, SubmittedForm, cookie, see_other,
};
use http::header::SET_COOKIE;

/// `POST /logout`: ends the session of this browser.
pub(crate) async fn sign_out(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let checked = visitor.check("/logout", &form);
    checked.map_err(|_| PageError::stale_form("/"))?;
    if let Some(id) = visitor.session() {
        let ended = pages.gateway.page_sessions().end(id).await;
        ended.map_err(|error| PageError::failed(&error))?;
    }
    let mut response = see_other("/login");
    if let Some(forgotten) = cookie::forget(&pages.gateway.policy_settings(), cookie::SESSION) {
        response.headers_mut().insert(SET_COOKIE, forgotten);
    }
    Ok(response)
}
