//! The cookie of a session that begins.

use candor_dashboard_kit::current_user::user_agent;
use candor_dashboard_kit::{DashboardState, PageError, cookie};
use candor_gateway::SignInError;
use candor_model::CallerIdentity;
use http::{HeaderMap, HeaderValue, StatusCode};

/// Signs the browser in, and out of the session that it had.
pub(crate) async fn begin(
    pages: &DashboardState,
    headers: &HeaderMap,
    identity: &CallerIdentity,
) -> Result<Option<HeaderValue>, PageError> {
    let sessions = pages.gateway.page_sessions();
    if let Some(old) = cookie::get(headers, cookie::SESSION) {
        let ended = sessions.end(old).await;
        ended.map_err(|error| PageError::failed(&error))?;
    }
    let begun = sessions.begin(identity, user_agent(headers)).await;
    let id = begun.map_err(|error| failed(&error))?;
    // An id has only characters that a cookie may hold.
    let settings = pages.gateway.policy_settings();
    Ok(cookie::set(&settings, cookie::SESSION, id.expose()))
}

/// The page for a browser that is not signed in.
pub(crate) fn failed(error: &SignInError) -> PageError {
    let (status, heading, sentence) = match error {
        SignInError::Gone => (
            StatusCode::GONE,
            "This link no longer works",
            "A sign-in link works once, within 10 minutes. This one was used or has expired.",
        ),
        SignInError::Unknown => (
            StatusCode::NOT_FOUND,
            "Unknown sign-in link",
            "The link is incomplete, or this gateway did not make it.",
        ),
        SignInError::NoCredential => (
            StatusCode::FORBIDDEN,
            "Sign-in required",
            "Signing in takes a token or the owner's secret.",
        ),
        error => return PageError::failed(error),
    };
    PageError::new(status, heading, sentence)
        .and("Run `candor open` on the machine of this gateway to get another link.")
        .link("/login", "Sign in with a token")
}
