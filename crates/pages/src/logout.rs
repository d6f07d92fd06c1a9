//! `POST /logout`: the cookie is forgotten. The token goes on working; that is for those to
//! change who keep tokens.

use axum::extract::State;
use axum::response::Response;
use http::header::SET_COOKIE;

use candor_frame::Pages;
use candor_frame::cookie;
use candor_frame::form::Form;
use candor_frame::frame::see;
use candor_frame::visitor::Visitor;
use candor_frame::wrong::Wrong;

/// `POST /logout`
pub(crate) async fn leave(
    State(pages): State<Pages>,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let checked = visitor.check("/logout", &form);
    checked.map_err(|_| Wrong::not_ours("/"))?;
    let mut response = see("/login");
    if let Some(forgotten) = cookie::forget(pages.gateway.house(), cookie::TOKEN) {
        response.headers_mut().insert(SET_COOKIE, forgotten);
    }
    Ok(response)
}
