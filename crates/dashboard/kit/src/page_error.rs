//! Error pages: what went wrong, and where to go next.

use askama::Template;
use axum::response::{IntoResponse, Response};
use candor_gateway::EditError;
use http::StatusCode;

use crate::layout::{PageLayout, render_page};
use crate::wording::brief;

/// An error that is answered with a page.
#[derive(Debug)]
pub struct PageError {
    status: StatusCode,
    heading: &'static str,
    sentences: Vec<String>,
    way: Option<ErrorLink>,
}

/// Where to go from an error page.
#[derive(Debug)]
struct ErrorLink {
    to: String,
    words: &'static str,
}

#[derive(Template)]
#[template(path = "wrong.html")]
struct ErrorPage<'a> {
    frame: PageLayout,
    wrong: &'a PageError,
}

// === impl PageError ===

impl PageError {
    /// An error with a heading and a sentence.
    pub fn new(status: StatusCode, heading: &'static str, sentence: impl Into<String>) -> Self {
        Self {
            status,
            heading,
            sentences: vec![sentence.into()],
            way: None,
        }
    }

    /// Adds a sentence.
    #[must_use]
    pub fn and(mut self, sentence: impl Into<String>) -> Self {
        self.sentences.push(sentence.into());
        self
    }

    /// Adds a link.
    #[must_use]
    pub fn link(mut self, to: impl Into<String>, words: &'static str) -> Self {
        self.way = Some(ErrorLink {
            to: to.into(),
            words,
        });
        self
    }

    /// The status of the response.
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// A list has no such page; `first` is its first one.
    pub fn no_such_page(given: &str, first: &str) -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "Page not found",
            format!("`{}` is not a position in this list.", brief(given)),
        )
        .link(first, "First page")
    }

    /// There is no such approval.
    pub fn no_approval(given: &str) -> Self {
        let given = brief(given);
        Self::new(
            StatusCode::NOT_FOUND,
            "Approval not found",
            format!("There is no approval `{given}`. It may have been deleted after its retention period."),
        )
        .link("/approvals", "Pending approvals")
    }

    /// A form without a valid CSRF token, or an expired one.
    pub fn stale_form(path: &str) -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "Form expired",
            "Nothing was changed. A form is valid for some hours, for the user who opened it, and \
             until the gateway restarts.",
        )
        .link(path, "Open the page again")
    }

    /// The database, or another part of the gateway, has failed.
    pub fn failed(error: &(dyn std::error::Error + 'static)) -> Self {
        tracing::error!(error, "A page could not be shown");
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "Temporarily unavailable",
            "The database cannot be read or written right now; see the gateway log. Nothing was \
             changed. Try again.",
        )
    }

    /// An edit that was refused.
    pub fn refused(error: &EditError) -> Self {
        let (status, heading) = match error {
            EditError::Invalid(_) | EditError::Declared { .. } => {
                (StatusCode::UNPROCESSABLE_ENTITY, "Invalid request")
            }
            EditError::Unknown(_) => (StatusCode::NOT_FOUND, "Not found"),
            EditError::OwnGuard(_) => (StatusCode::FORBIDDEN, "Permission required"),
            EditError::Exists(_) | EditError::Stale { .. } => {
                (StatusCode::CONFLICT, "Edit conflict")
            }
            EditError::Store(error) => return Self::failed(error),
        };
        Self::new(status, heading, error.to_string())
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        render_page(self.status, &ErrorPage::of(&self))
    }
}

// === impl ErrorPage ===

impl<'a> ErrorPage<'a> {
    /// A user on an unknown page is shown all of them. Other errors say what to do.
    fn of(wrong: &'a PageError) -> Self {
        let frame = PageLayout::bare(wrong.heading);
        let frame = match wrong.status {
            StatusCode::NOT_FOUND => frame.with_nav(),
            _ => frame,
        };
        Self { frame, wrong }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_page_leads_on() {
        let page = |status| {
            let wrong = PageError::new(status, "Page not found", "There is no page here.");
            ErrorPage::of(&wrong).render().expect("a page")
        };
        let lost = page(StatusCode::NOT_FOUND);
        for path in ["/", "/tools", "/approvals", "/audit"] {
            let link = format!("<li><a href=\"{path}\" aria-current=\"false\">");
            assert!(lost.contains(&link), "{path}: {lost}");
        }
        // Who is looking is not known, so that nothing of theirs is shown or followed.
        assert!(!lost.contains("data-live"), "{lost}");
        assert!(!page(StatusCode::FORBIDDEN).contains("<nav"));
    }
}
