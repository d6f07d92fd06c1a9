//! Who looks at a page.

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

/// Somebody who was recognised.
pub struct CurrentUser {
    /// Who.
    pub identity: CallerIdentity,
    /// Whether by what they logged in with.
    pub by_cookie: bool,
    /// How many calls wait for somebody.
    pub waiting: u64,
    key: CsrfKey,
}

/// What somebody presents.
enum RequestToken<'a> {
    Header(&'a str),
    Cookie(&'a str),
    Nothing,
}

// === impl Visitor ===

impl CurrentUser {
    /// The value that makes a form to this path one of theirs.
    pub fn field(&self, path: &str) -> String {
        self.key.value(path, &self.identity.name)
    }

    /// Refuses a form that they were not shown.
    pub fn check(&self, path: &str, form: &SubmittedForm) -> Result<(), PageError> {
        let given = form.get(csrf::NAME).unwrap_or_default();
        if self.key.admits(path, &self.identity.name, &given) {
            return Ok(());
        }
        Err(PageError::stale_form(path))
    }

    /// Refuses what their roles do not allow.
    pub fn needs(&self, role: Role, path: &str) -> Result<(), PageError> {
        if self.identity.may(role) {
            return Ok(());
        }
        let wrong = PageError::new(
            StatusCode::FORBIDDEN,
            "You may not do this",
            self.lacks(role),
        );
        let login = query::with("/login", "next", path);
        Err(wrong.link(login, "Log in as somebody else"))
    }

    /// That they lack a role, in a sentence.
    pub fn lacks(&self, role: Role) -> String {
        let CallerIdentity { name, roles, .. } = &self.identity;
        let held = if roles.is_empty() {
            "no role".to_owned()
        } else {
            format!("the role {}", roles.to_string().replace(',', ", "))
        };
        format!("This takes the role {role}; `{name}` has {held}.")
    }

    /// In whose name they act, with their reason.
    pub fn author(&self, why: Option<String>) -> ChangeAuthor {
        ChangeAuthor {
            name: self.identity.name.clone(),
            channel: ChangeChannel::Page,
            why,
        }
    }

    fn recognise(headers: &HeaderMap, pages: &DashboardState) -> Result<Self, PageError> {
        let gateway = &pages.gateway;
        let presented = RequestToken::of(headers);
        let known = |identity, key, by_cookie| Self {
            identity,
            by_cookie,
            waiting: 0,
            key,
        };
        let stranger = |error: candor_gateway::AccessError| {
            PageError::new(
                StatusCode::UNAUTHORIZED,
                "You are not logged in",
                error.to_string(),
            )
        };
        match presented {
            RequestToken::Header(text) => match gateway.authenticate(Some(text)) {
                Ok(identity) => Ok(known(identity, CsrfKey::of(text), false)),
                Err(error) => Err(stranger(error)),
            },
            RequestToken::Cookie(text) => match gateway.authenticate(Some(text)) {
                Ok(identity) => Ok(known(identity, CsrfKey::of(text), true)),
                Err(error) if gateway.needs_tokens() => Err(stranger(error)),
                // A cookie from earlier is nothing to be refused for where none is needed.
                Err(_) => Ok(known(CallerIdentity::local(), pages.key.clone(), false)),
            },
            RequestToken::Nothing => match gateway.authenticate(None) {
                Ok(identity) => Ok(known(identity, pages.key.clone(), false)),
                Err(error) => Err(stranger(error)),
            },
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
        let mut visitor = recognised.map_err(|wrong| {
            let looks = matches!(parts.method, Method::GET | Method::HEAD);
            let whole = parts.uri.path_and_query();
            let here = whole.map_or(parts.uri.path(), |whole| whole.as_str());
            let login = query::with("/login", "next", here);
            if looks && !matches!(RequestToken::of(&parts.headers), RequestToken::Header(_)) {
                return see_other(&login);
            }
            // A form cannot be sent on; and whoever sends a header sees no page to log in on.
            wrong.link(login, "Log in").into_response()
        })?;
        // Whoever may look at nothing is told of nothing; and a page without the number is
        // better than none.
        if visitor.identity.may(Role::Viewer) {
            let waiting = pages.gateway.records().pending_count().await;
            visitor.waiting = waiting.unwrap_or_default();
        }
        Ok(visitor)
    }
}

// === impl Presented ===

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
}
