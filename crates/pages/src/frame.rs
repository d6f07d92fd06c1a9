//! What stands around the contents of every page.

use askama::Template;
use axum::response::{Html, IntoResponse, Response};
use http::StatusCode;
use http::header::LOCATION;

use crate::asset;
use crate::visitor::Visitor;

/// Which part of the site a page belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// Calls that wait.
    Pending,
    /// Calls that were decided about.
    Decided,
    /// What goes on counting.
    Standing,
    /// None of them.
    Elsewhere,
}

/// What stands around the contents of a page.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// What the browser calls the page.
    pub(crate) title: String,
    /// Where it is drawn from.
    pub(crate) style: &'static str,
    /// Where its sign is.
    pub(crate) icon: &'static str,
    /// Where it belongs.
    pub(crate) section: Section,
    /// Who sees it, if it is for somebody who was recognised.
    pub(crate) who: Option<Who>,
}

/// Who sees a page.
#[derive(Clone, Debug)]
pub(crate) struct Who {
    /// Under which name.
    pub(crate) name: String,
    /// For the form that logs them out, where they have logged in.
    pub(crate) logout: Option<String>,
}

/// A link to a part of the site.
pub(crate) struct Tab {
    /// Where to.
    pub(crate) to: &'static str,
    /// What it is called.
    pub(crate) words: &'static str,
    /// Whether the page belongs to it, as `aria-current` says it.
    pub(crate) current: &'static str,
}

// === impl Frame ===

impl Frame {
    /// For somebody who was recognised.
    pub(crate) fn of(title: &str, section: Section, visitor: &Visitor) -> Self {
        Self {
            section,
            who: Some(Who {
                name: visitor.identity.name.clone(),
                logout: visitor.by_cookie.then(|| visitor.field("/logout")),
            }),
            ..Self::bare(title)
        }
    }

    /// For anybody.
    pub(crate) fn bare(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            style: asset::style_address(),
            icon: asset::ICON,
            section: Section::Elsewhere,
            who: None,
        }
    }

    /// The parts of the site.
    pub(crate) fn tabs(&self) -> [Tab; 3] {
        let tab = |section, to, words| Tab {
            to,
            words,
            current: if self.section == section {
                "page"
            } else {
                "false"
            },
        };
        [
            tab(Section::Pending, "/approvals", "Waiting"),
            tab(Section::Decided, "/approvals/decided", "Decided"),
            tab(Section::Standing, "/approvals/standing", "Standing"),
        ]
    }
}

/// A page as a response.
pub(crate) fn page(status: StatusCode, template: &impl Template) -> Response {
    match template.render() {
        Ok(text) => (status, Html(text)).into_response(),
        Err(error) => {
            tracing::error!(%error, "A page could not be written");
            (
                StatusCode::INTERNAL_SERVER_ERROR,
                "The page could not be written",
            )
                .into_response()
        }
    }
}

/// Sends a browser on, to look at the page that there is now.
pub(crate) fn see(path: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, path)]).into_response()
}
