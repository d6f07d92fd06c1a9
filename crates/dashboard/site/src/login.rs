//! `/login`: exchanging a token, or the owner's secret, for a session.
//!
//! The cookie is HTTP-only and same-site, so browsers do not send it with a link from another site.
//! The page therefore has a link to the requested page, which is followed from here.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use candor_dashboard_kit::{
    DashboardState, PageError, PageLayout, SubmittedForm, cookie,
    csrf::{self, CsrfKey},
    local_path, query, render_page, see_other,
};
use candor_gateway::RequestPath;
use candor_model::SessionId;
use http::header::SET_COOKIE;
use http::{HeaderMap, HeaderValue, StatusCode, Uri};

use crate::session_cookie;

/// The path of the page and its form.
const PATH: &str = "/login";

/// The user name in the CSRF token of a form that everyone may submit.
const ANYBODY: &str = "";

#[derive(Template)]
#[template(path = "login.html")]
struct LoginPage<'a> {
    frame: PageLayout,
    field: String,
    /// The path after signing in.
    next: &'a str,
    /// Whether the user was redirected here.
    sent: bool,
    problem: Option<String>,
}

/// `GET /login`: shows the form that asks for a token.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let next = query::get(&uri, "next");
    form(&pages, &headers, next.as_deref(), StatusCode::OK, None)
}

/// `POST /login`: signs a browser in with a token.
pub(crate) async fn sign_in(
    State(pages): State<DashboardState>,
    headers: HeaderMap,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    let given = sent.get(csrf::NAME).unwrap_or_default();
    let key = cookie::get(&headers, cookie::LOGIN).map(CsrfKey::of);
    if !key.is_some_and(|key| key.admits(PATH, ANYBODY, &given)) {
        return Err(PageError::stale_form(PATH)
            .and("If the page was new, allow cookies for this site in your browser."));
    }
    let next = sent.get("next");
    let settings = pages.gateway.policy_settings();
    let refuse = |status, problem: String| {
        let problem = Some(problem);
        Ok(form(&pages, &headers, next.as_deref(), status, problem))
    };
    let Some(token) = sent.get("token") else {
        let problem = "Enter a token, or the owner's secret. `candor open` signs you in without \
                       either."
            .to_owned();
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, problem);
    };
    let token = token.trim();
    let identity = match pages.gateway.authenticate(Some(token), RequestPath::Direct) {
        Ok(identity) => identity,
        Err(error) => return refuse(StatusCode::UNAUTHORIZED, error.to_string()),
    };
    let kept = session_cookie::begin(&pages, &headers, &identity).await?;
    let done = cookie::forget(&settings, cookie::LOGIN);
    let to = local_path::or_home(next.as_deref());
    Ok(with_cookies(see_other(to), kept.into_iter().chain(done)))
}

fn form(
    pages: &DashboardState,
    headers: &HeaderMap,
    next: Option<&str>,
    status: StatusCode,
    problem: Option<String>,
) -> Response {
    let kept = cookie::get(headers, cookie::LOGIN).map(str::to_owned);
    let fresh = kept.is_none();
    let secret = kept.unwrap_or_else(|| SessionId::fresh().to_string());
    let to = local_path::or_home(next);
    let view = LoginPage {
        frame: PageLayout::bare("Sign in"),
        field: CsrfKey::of(&secret).value(PATH, ANYBODY),
        next: to,
        sent: next == Some(to),
        problem,
    };
    let response = render_page(status, &view);
    let cookie = cookie::set(&pages.gateway.policy_settings(), cookie::LOGIN, &secret);
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
