//! The user who is signed in.

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use candor_model::{CallerIdentity, ChangeAuthor, ChangeChannel, Role};
use http::header::{AUTHORIZATION, USER_AGENT};
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
    /// The number of pending approvals.
    pub waiting: u64,
    /// Whether no credential is needed and none was presented.
    pub(crate) anonymous: bool,
    session: Option<String>,
    key: CsrfKey,
}

/// The credential of a request.
#[derive(Clone, Copy)]
enum RequestCredential<'a> {
    /// A token, or the owner's secret.
    Header(&'a str),
    /// The id of a session.
    Session(&'a str),
    Nothing,
}

/// Why a session does not work where a token is needed.
const ENDED: &str = "You are no longer signed in. A session lasts 12 hours, in one browser, and \
                     ends when its token has expired or is revoked.";

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
        Err(wrong.link(login, self.sign_in_label()))
    }

    /// The label of the link to the sign-in page.
    pub fn sign_in_label(&self) -> &'static str {
        if self.anonymous {
            "Sign in"
        } else {
            "Sign in with another token"
        }
    }

    /// Why they may not do something that needs a role, and what to do about it where they have not
    /// signed in.
    pub fn lacks(&self, role: Role) -> String {
        if self.anonymous {
            return format!(
                "Requires the {role} role, and you are not signed in. Run `candor open` on the \
                 machine of this gateway, or sign in with a token or with the secret in the file \
                 `owner.secret` of its data directory."
            );
        }
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

    /// Their name, if they have signed in.
    pub fn name(&self) -> Option<String> {
        (!self.anonymous).then(|| self.identity.name.clone())
    }

    /// The session id in the browser's cookie, if it signed in with one.
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    async fn recognise(headers: &HeaderMap, pages: &DashboardState) -> Result<Self, PageError> {
        let gateway = &pages.gateway;
        let path = candor_web::request_path(headers);
        let signed_in = |identity, key: &str, session: Option<&str>| Self {
            identity,
            session: session.map(str::to_owned),
            anonymous: false,
            waiting: 0,
            key: CsrfKey::of(key),
        };
        let refused = |sentence: String| {
            PageError::new(StatusCode::UNAUTHORIZED, "Sign-in required", sentence)
        };
        let nobody = || {
            gateway
                .authenticate(None, path)
                .map(|local| pages.anonymous(local))
        };
        match RequestCredential::of(headers) {
            RequestCredential::Header(text) => {
                let identity = gateway.authenticate(Some(text), path);
                let identity = identity.map_err(|error| refused(error.to_string()))?;
                Ok(signed_in(identity, text, None))
            }
            RequestCredential::Session(id) => {
                let found = gateway.page_sessions().find(id, user_agent(headers)).await;
                match found.map_err(|error| PageError::failed(&error))? {
                    Some(identity) => Ok(signed_in(identity, id, Some(id))),
                    // An old cookie does no harm where no token is needed.
                    None => nobody().map_err(|_| refused(ENDED.to_owned())),
                }
            }
            RequestCredential::Nothing => nobody().map_err(|error| refused(error.to_string())),
        }
    }
}

// === impl DashboardState ===

impl DashboardState {
    /// A user who presented nothing, where nothing is needed.
    fn anonymous(&self, identity: CallerIdentity) -> CurrentUser {
        CurrentUser {
            identity,
            session: None,
            anonymous: true,
            waiting: 0,
            key: self.key.clone(),
        }
    }
}

/// The `User-Agent`; a session is valid in one browser only.
pub fn user_agent(headers: &HeaderMap) -> &str {
    let value = headers.get(USER_AGENT);
    let text = value.and_then(|value| value.to_str().ok());
    text.unwrap_or_default()
}

impl FromRequestParts<DashboardState> for CurrentUser {
    type Rejection = Response;

    async fn from_request_parts(
        parts: &mut Parts,
        pages: &DashboardState,
    ) -> Result<Self, Response> {
        let recognised = Self::recognise(&parts.headers, pages).await;
        let mut user = recognised.map_err(|wrong| {
            if wrong.status() != StatusCode::UNAUTHORIZED {
                return wrong.into_response();
            }
            let looks = matches!(parts.method, Method::GET | Method::HEAD);
            let whole = parts.uri.path_and_query();
            let here = whole.map_or(parts.uri.path(), |whole| whole.as_str());
            let login = query::with("/login", "next", here);
            if looks && !parts.headers.contains_key(AUTHORIZATION) {
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

// === impl RequestCredential ===

impl<'a> RequestCredential<'a> {
    fn of(headers: &'a HeaderMap) -> Self {
        if let Some(value) = headers.get(AUTHORIZATION) {
            let text = value.to_str().unwrap_or_default();
            let token = text
                .split_once(' ')
                .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
            return Self::Header(token.map_or("", |(_, token)| token.trim()));
        }
        match cookie::get(headers, cookie::SESSION) {
            Some(id) => Self::Session(id),
            None => Self::Nothing,
        }
    }
}
