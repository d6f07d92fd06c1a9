//! `/login`: a token becomes a cookie.
//!
//! The cookie goes nowhere but here and no script can read it. Browsers do not send it along when
//! somebody follows a link from elsewhere; so the page has a link to where they were going, which
//! comes from here.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use candor_model::SessionId;
use http::header::SET_COOKIE;
use http::{HeaderMap, HeaderValue, StatusCode, Uri};

use candor_frame::Pages;
use candor_frame::field::{self, FormKey};
use candor_frame::form::Form;
use candor_frame::frame::{Frame, page, see};
use candor_frame::wrong::Wrong;
use candor_frame::{cookie, local_path, query};

/// Where the form is sent to.
const PATH: &str = "/login";

/// Nobody in particular: the name in the field of a form that anybody may send.
const ANYBODY: &str = "";

#[derive(Template)]
#[template(path = "login.html")]
struct View<'a> {
    frame: Frame,
    field: String,
    /// Where to afterwards.
    next: &'a str,
    /// Whether somebody was on the way there.
    sent: bool,
    problem: Option<String>,
}

/// `GET /login`
pub(crate) async fn show(State(pages): State<Pages>, uri: Uri, headers: HeaderMap) -> Response {
    let next = query::get(&uri, "next");
    form(&pages, &headers, next.as_deref(), StatusCode::OK, None)
}

/// `POST /login`
pub(crate) async fn enter(
    State(pages): State<Pages>,
    headers: HeaderMap,
    sent: Form,
) -> Result<Response, Wrong> {
    let given = sent.get(field::NAME).unwrap_or_default();
    let key = cookie::get(&headers, cookie::LOGIN).map(FormKey::of);
    if !key.is_some_and(|key| key.admits(PATH, ANYBODY, &given)) {
        return Err(Wrong::not_ours(PATH)
            .and("If it was new, the browser does not keep cookies for this site; it must."));
    }
    let next = sent.get("next");
    let house = pages.gateway.house();
    let refuse = |status, problem: String| {
        let problem = Some(problem);
        Ok(form(&pages, &headers, next.as_deref(), status, problem))
    };
    let Some(token) = sent.get("token") else {
        let problem = "Paste a token; `candor token create` makes one.".to_owned();
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, problem);
    };
    let token = token.trim();
    if let Err(error) = pages.gateway.recognise(Some(token)) {
        return refuse(StatusCode::UNAUTHORIZED, error.to_string());
    }
    // A text that was recognised is plain enough for a cookie.
    let kept = cookie::set(house, cookie::TOKEN, token);
    let done = cookie::forget(house, cookie::LOGIN);
    let to = local_path::or_home(next.as_deref());
    Ok(with_cookies(see(to), kept.into_iter().chain(done)))
}

fn form(
    pages: &Pages,
    headers: &HeaderMap,
    next: Option<&str>,
    status: StatusCode,
    problem: Option<String>,
) -> Response {
    let kept = cookie::get(headers, cookie::LOGIN).map(str::to_owned);
    let fresh = kept.is_none();
    let secret = kept.unwrap_or_else(|| SessionId::fresh().to_string());
    let to = local_path::or_home(next);
    let view = View {
        frame: Frame::bare("Log in"),
        field: FormKey::of(&secret).value(PATH, ANYBODY),
        next: to,
        sent: next == Some(to),
        problem,
    };
    let response = page(status, &view);
    let cookie = cookie::set(pages.gateway.house(), cookie::LOGIN, &secret);
    with_cookies(response, cookie.filter(|_| fresh))
}

fn with_cookies(
    mut response: Response,
    cookies: impl IntoIterator<Item = HeaderValue>,
) -> Response {
    for cookie in cookies {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response.into_response()
}
