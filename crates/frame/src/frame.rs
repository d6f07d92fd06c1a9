//! What stands around the contents of every page.

use askama::Template;
use axum::response::{Html, IntoResponse, Response};
use http::StatusCode;
use http::header::LOCATION;

use crate::asset;
use crate::outside::Outside;
use crate::visitor::Visitor;

/// Which part of the site a page belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Everything at a glance.
    Overview,
    /// What can be called.
    Tools,
    /// Calls that wait for somebody.
    Approvals,
    /// Chosen tools.
    Toolsets,
    /// Where tools come from.
    Sources,
    /// Variables and what differs with them.
    Environments,
    /// What is allowed.
    Policy,
    /// What was called and changed.
    Audit,
    /// Who may do what.
    Access,
    /// None of them.
    Elsewhere,
}

/// What stands around the contents of a page.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What the browser calls the page.
    pub title: String,
    /// Where it is drawn from.
    pub style: &'static str,
    /// What makes it live.
    pub script: &'static str,
    /// Where its sign is.
    pub icon: &'static str,
    /// Where it belongs.
    pub section: Section,
    /// The pages beside it, where a part of the site has several.
    pub beside: Vec<Tab>,
    /// Who sees it, if it is for somebody who was recognised.
    pub who: Option<Who>,
    /// What has just been done, in a sentence.
    pub done: Option<String>,
    /// Whether it needs all the width there is.
    pub wide: bool,
}

/// Who sees a page.
#[derive(Clone, Debug)]
pub struct Who {
    /// Under which name.
    pub name: String,
    /// For the form that logs them out, where they have logged in.
    pub logout: Option<String>,
    /// How many calls wait for somebody.
    pub waiting: u64,
}

/// A link to a part of the site.
#[derive(Clone, Debug)]
pub struct Tab {
    /// Where to.
    pub to: &'static str,
    /// What it is called.
    pub words: &'static str,
    /// Whether the page belongs to it, as `aria-current` says it.
    pub current: &'static str,
    /// How many things wait there.
    pub count: u64,
}

/// The most characters of a title.
const TITLE: usize = 200;

/// The parts of the site.
const PARTS: [(Section, &str, &str); 9] = [
    (Section::Overview, "/", "Overview"),
    (Section::Tools, "/tools", "Tools"),
    (Section::Approvals, "/approvals", "Approvals"),
    (Section::Toolsets, "/toolsets", "Toolsets"),
    (Section::Sources, "/sources", "Sources"),
    (Section::Environments, "/environments", "Environments"),
    (Section::Policy, "/policy", "Policy"),
    (Section::Audit, "/audit", "Audit"),
    (Section::Access, "/access", "Access"),
];

// === impl Frame ===

impl Frame {
    /// For somebody who was recognised.
    pub fn of(title: &str, section: Section, visitor: &Visitor) -> Self {
        Self {
            section,
            who: Some(Who {
                name: visitor.identity.name.clone(),
                logout: visitor.by_cookie.then(|| visitor.field("/logout")),
                waiting: visitor.waiting,
            }),
            ..Self::bare(title)
        }
    }

    /// For anybody.
    pub fn bare(title: &str) -> Self {
        Self {
            // It may hold the name of a tool, and stands where nothing isolates it.
            title: Outside::short(title, TITLE).text().to_owned(),
            style: asset::style_address(),
            script: asset::script_address(),
            icon: asset::ICON,
            section: Section::Elsewhere,
            beside: Vec::new(),
            who: None,
            done: None,
            wide: false,
        }
    }

    /// With all the width there is.
    #[must_use]
    pub fn wide(mut self) -> Self {
        self.wide = true;
        self
    }

    /// With what has just been done, if something has.
    #[must_use]
    pub fn done(mut self, sentence: Option<impl Into<String>>) -> Self {
        self.done = sentence.map(Into::into);
        self
    }

    /// With the pages beside it; `here` is the path of this one.
    #[must_use]
    pub fn beside(mut self, here: &str, tabs: &[(&'static str, &'static str)]) -> Self {
        self.beside = tabs
            .iter()
            .map(|(to, words)| tab(to, words, *to == here, 0))
            .collect();
        self
    }

    /// The parts of the site.
    pub fn tabs(&self) -> [Tab; 9] {
        let waiting = self.who.as_ref().map_or(0, |who| who.waiting);
        PARTS.map(|(section, to, words)| {
            let count = if section == Section::Approvals {
                waiting
            } else {
                0
            };
            tab(to, words, self.section == section, count)
        })
    }
}

fn tab(to: &'static str, words: &'static str, current: bool, count: u64) -> Tab {
    Tab {
        to,
        words,
        current: if current { "page" } else { "false" },
        count,
    }
}

/// A page as a response.
pub fn page(status: StatusCode, template: &impl Template) -> Response {
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
pub fn see(path: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, path)]).into_response()
}
