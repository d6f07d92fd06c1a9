//! The user who is signed in.

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use candor_model::{CallerIdentity, ChangeAuthor, ChangeChannel, Role};
use http::header::AUTHORIZATION;
use http::request::Parts;
use http::{HeaderMap, Method, StatusCode};

use crate::csrf::{self, CsrfKey};
use crate::form::SubmittedForm;
use crate::layout::see_other;
use crate::page_error::PageError;
use crate::state::DashboardState;
use crate::{cookie, query};

/// The authenticated user of a request.
pub struct CurrentUser {
    /// Name and roles.
    pub identity: CallerIdentity,
    /// Whether the token came from the sign-in cookie.
    pub by_cookie: bool,
    /// The number of pending approvals.
    pub waiting: u64,
    /// Whether no token is needed and none was presented.
    pub(crate) anonymous: bool,
    key: CsrfKey,
}

/// The token that a request carries.
#[derive(Clone, Copy)]
enum RequestToken<'a> {
    Header(&'a str),
    Cookie(&'a str),
    Nothing,
}

// === impl CurrentUser ===

impl CurrentUser {
    /// The CSRF token for a form that this user sends to `path`.
    pub fn field(&self, path: &str) -> String {
        self.key.value(path, &self.identity.name)
    }

    /// Refuses a form whose CSRF token is not theirs or too old.
    pub fn check(&self, path: &str, form: &SubmittedForm) -> Result<(), PageError> {
        let given = form.get(csrf::NAME).unwrap_or_default();
        if self.key.admits(path, &self.identity.name, &given) {
            return Ok(());
        }
        Err(PageError::stale_form(path))
    }

    /// Refuses a request that their roles do not allow.
    pub fn needs(&self, role: Role, path: &str) -> Result<(), PageError> {
        if self.identity.may(role) {
            return Ok(());
        }
        let wrong = PageError::new(
            StatusCode::FORBIDDEN,
            "Permission required",
            self.lacks(role),
        );
        let login = query::with("/login", "next", path);
        Err(wrong.link(login, "Sign in with another token"))
    }

    /// Why they may not do something that needs a role, in two sentences.
    pub fn lacks(&self, role: Role) -> String {
        let CallerIdentity { name, roles, .. } = &self.identity;
        let roles = roles.to_string();
        let held = match roles.split(',').count() {
            _ if roles.is_empty() => "no role".to_owned(),
            1 => format!("the {roles} role"),
            _ => format!("the roles {}", roles.replace(',', ", ")),
        };
        format!("Requires the {role} role. `{name}` has {held}.")
    }

    /// This user as the author of a change, with their reason.
    pub fn author(&self, why: Option<String>) -> ChangeAuthor {
        ChangeAuthor {
            name: self.identity.name.clone(),
            channel: ChangeChannel::Page,
            why,
        }
    }

    fn recognise(headers: &HeaderMap, pages: &DashboardState) -> Result<Self, PageError> {
        let gateway = &pages.gateway;
        let signed_in = |identity, key, by_cookie, anonymous| Self {
            identity,
            by_cookie,
            anonymous,
            waiting: 0,
            key,
        };
        let local = |identity| signed_in(identity, pages.key.clone(), false, true);
        let presented = RequestToken::of(headers);
        let path = candor_web::request_path(headers);
        match (presented, gateway.authenticate(presented.text(), path)) {
            (RequestToken::Header(text), Ok(identity)) => {
                Ok(signed_in(identity, CsrfKey::of(text), false, false))
            }
            (RequestToken::Cookie(text), Ok(identity)) => {
                Ok(signed_in(identity, CsrfKey::of(text), true, false))
            }
            (RequestToken::Nothing, Ok(identity)) => Ok(local(identity)),
            // An old cookie does no harm where no token is needed.
            (RequestToken::Cookie(_), Err(_)) if gateway.authenticate(None, path).is_ok() => {
                Ok(local(CallerIdentity::local()))
            }
            (_, Err(error)) => {
                let heading = "Sign-in required";
                Err(PageError::new(
                    StatusCode::UNAUTHORIZED,
                    heading,
                    error.to_string(),
                ))
            }
        }
    }
}

impl FromRequestParts<DashboardState> for CurrentUser {
    type Rejection = Response;

    async fn from_request_parts(
        parts: &mut Parts,
        pages: &DashboardState,
    ) -> Result<Self, Response> {
        let recognised = Self::recognise(&parts.headers, pages);
        let mut user = recognised.map_err(|wrong| {
            let looks = matches!(parts.method, Method::GET | Method::HEAD);
            let whole = parts.uri.path_and_query();
            let here = whole.map_or(parts.uri.path(), |whole| whole.as_str());
            let login = query::with("/login", "next", here);
            if looks && !matches!(RequestToken::of(&parts.headers), RequestToken::Header(_)) {
                return see_other(&login);
            }
            // A form cannot be redirected, and an API client with a header has no use for a page.
            wrong.link(login, "Sign in").into_response()
        })?;
        // Only viewers see the number, and a page without it is better than no page.
        if user.identity.may(Role::Viewer) {
            let waiting = pages.gateway.records().pending_count().await;
            user.waiting = waiting.unwrap_or_default();
        }
        Ok(user)
    }
}

// === impl RequestToken ===

impl<'a> RequestToken<'a> {
    fn of(headers: &'a HeaderMap) -> Self {
        if let Some(value) = headers.get(AUTHORIZATION) {
            let text = value.to_str().unwrap_or_default();
            let token = text
                .split_once(' ')
                .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
            return Self::Header(token.map_or("", |(_, token)| token.trim()));
        }
        match cookie::get(headers, cookie::TOKEN) {
            Some(text) => Self::Cookie(text),
            None => Self::Nothing,
        }
    }

    fn text(self) -> Option<&'a str> {
        match self {
            Self::Header(text) | Self::Cookie(text) => Some(text),
            Self::Nothing => None,
        }
    }
}
