//! `POST /logout`: the cookie is forgotten. The token goes on working; that is for those to
//! change who keep tokens.

use axum::extract::State;
use axum::response::Response;
use http::header::SET_COOKIE;

use candor_dashboard_kit::DashboardState;
use candor_dashboard_kit::cookie;
use candor_dashboard_kit::current_user::CurrentUser;
use candor_dashboard_kit::form::SubmittedForm;
use candor_dashboard_kit::layout::see_other;
use candor_dashboard_kit::page_error::PageError;

/// `POST /logout`
pub(crate) async fn sign_out(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let checked = visitor.check("/logout", &form);
    checked.map_err(|_| PageError::stale_form("/"))?;
    let mut response = see_other("/login");
    if let Some(forgotten) = cookie::forget(pages.gateway.policy_settings(), cookie::TOKEN) {
        response.headers_mut().insert(SET_COOKIE, forgotten);
    }
    Ok(response)
}
