//! Who looks at a page.

use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use candor_model::{Author, Door, Identity, Role};
use http::header::AUTHORIZATION;
use http::request::Parts;
use http::{HeaderMap, Method, StatusCode};

use crate::field::{self, FormKey};
use crate::form::Form;
use crate::frame::see;
use crate::pages::Pages;
use crate::wrong::Wrong;
use crate::{cookie, query};

/// Somebody who was recognised.
pub struct Visitor {
    /// Who.
    pub identity: Identity,
    /// Whether by what they logged in with.
    pub by_cookie: bool,
    /// How many calls wait for somebody.
    pub waiting: u64,
    key: FormKey,
}

/// What somebody presents.
enum Presented<'a> {
    Header(&'a str),
    Cookie(&'a str),
    Nothing,
}

// === impl Visitor ===

impl Visitor {
    /// The value that makes a form to this path one of theirs.
    pub fn field(&self, path: &str) -> String {
        self.key.value(path, &self.identity.name)
    }

    /// Refuses a form that they were not shown.
    pub fn check(&self, path: &str, form: &Form) -> Result<(), Wrong> {
        let given = form.get(field::NAME).unwrap_or_default();
        if self.key.admits(path, &self.identity.name, &given) {
            return Ok(());
        }
        Err(Wrong::not_ours(path))
    }

    /// Refuses what their roles do not allow.
    pub fn needs(&self, role: Role, path: &str) -> Result<(), Wrong> {
        if self.identity.may(role) {
            return Ok(());
        }
        let wrong = Wrong::new(
            StatusCode::FORBIDDEN,
            "You may not do this",
            self.lacks(role),
        );
        let login = query::with("/login", "next", path);
        Err(wrong.way(login, "Log in as somebody else"))
    }

    /// That they lack a role, in a sentence.
    pub fn lacks(&self, role: Role) -> String {
        let Identity { name, roles, .. } = &self.identity;
        let held = if roles.is_empty() {
            "no role".to_owned()
        } else {
            format!("the role {}", roles.to_string().replace(',', ", "))
        };
        format!("This takes the role {role}; `{name}` has {held}.")
    }

    /// In whose name they act, with their reason.
    pub fn author(&self, why: Option<String>) -> Author {
        Author {
            name: self.identity.name.clone(),
            door: Door::Page,
            why,
        }
    }

    fn recognise(headers: &HeaderMap, pages: &Pages) -> Result<Self, Wrong> {
        let gateway = &pages.gateway;
        let presented = Presented::of(headers);
        let known = |identity, key, by_cookie| Self {
            identity,
            by_cookie,
            waiting: 0,
            key,
        };
        let stranger = |error: candor_gateway::AccessError| {
            Wrong::new(
                StatusCode::UNAUTHORIZED,
                "You are not logged in",
                error.to_string(),
            )
        };
        match presented {
            Presented::Header(text) => match gateway.recognise(Some(text)) {
                Ok(identity) => Ok(known(identity, FormKey::of(text), false)),
                Err(error) => Err(stranger(error)),
            },
            Presented::Cookie(text) => match gateway.recognise(Some(text)) {
                Ok(identity) => Ok(known(identity, FormKey::of(text), true)),
                Err(error) if gateway.needs_tokens() => Err(stranger(error)),
                // A cookie from earlier is nothing to be refused for where none is needed.
                Err(_) => Ok(known(Identity::local(), pages.key.clone(), false)),
            },
            Presented::Nothing => match gateway.recognise(None) {
                Ok(identity) => Ok(known(identity, pages.key.clone(), false)),
                Err(error) => Err(stranger(error)),
            },
        }
    }
}

impl FromRequestParts<Pages> for Visitor {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, pages: &Pages) -> Result<Self, Response> {
        let recognised = Self::recognise(&parts.headers, pages);
        let mut visitor = recognised.map_err(|wrong| {
            let looks = matches!(parts.method, Method::GET | Method::HEAD);
            let whole = parts.uri.path_and_query();
            let here = whole.map_or(parts.uri.path(), |whole| whole.as_str());
            let login = query::with("/login", "next", here);
            if looks && !matches!(Presented::of(&parts.headers), Presented::Header(_)) {
                return see(&login);
            }
            // A form cannot be sent on; and whoever sends a header sees no page to log in on.
            wrong.way(login, "Log in").into_response()
        })?;
        // Whoever may look at nothing is told of nothing; and a page without the number is
        // better than none.
        if visitor.identity.may(Role::Viewer) {
            let waiting = pages.gateway.store().pending_count().await;
            visitor.waiting = waiting.unwrap_or_default();
        }
        Ok(visitor)
    }
}

// === impl Presented ===

impl<'a> Presented<'a> {
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
