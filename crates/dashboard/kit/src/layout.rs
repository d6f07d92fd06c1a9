//! What stands around the contents of every page.

use askama::Template;
use axum::response::{Html, IntoResponse, Response};
use http::StatusCode;
use http::header::LOCATION;

use crate::asset;
use crate::current_user::CurrentUser;
use crate::external_text::ExternalText;

/// Which part of the site a page belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteSection {
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
pub struct PageLayout {
    /// What the browser calls the page.
    pub title: String,
    /// Where it is drawn from.
    pub style: &'static str,
    /// What makes it live.
    pub script: &'static str,
    /// Where its sign is.
    pub icon: &'static str,
    /// Where it belongs.
    pub section: SiteSection,
    /// The pages beside it, where a part of the site has several.
    pub beside: Vec<NavLink>,
    /// Who sees it, if it is for somebody who was recognised.
    pub who: Option<UserMenu>,
    /// What has just been done, in a sentence.
    pub done: Option<String>,
    /// Whether it needs all the width there is.
    pub wide: bool,
}

/// Who sees a page.
#[derive(Clone, Debug)]
pub struct UserMenu {
    /// Under which name.
    pub name: String,
    /// For the form that logs them out, where they have logged in.
    pub logout: Option<String>,
    /// How many calls wait for somebody.
    pub waiting: u64,
}

/// A link to a part of the site.
#[derive(Clone, Debug)]
pub struct NavLink {
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
const PARTS: [(SiteSection, &str, &str); 9] = [
    (SiteSection::Overview, "/", "Overview"),
    (SiteSection::Tools, "/tools", "Tools"),
    (SiteSection::Approvals, "/approvals", "Approvals"),
    (SiteSection::Toolsets, "/toolsets", "Toolsets"),
    (SiteSection::Sources, "/sources", "Sources"),
    (SiteSection::Environments, "/environments", "Environments"),
    (SiteSection::Policy, "/policy", "Policy"),
    (SiteSection::Audit, "/audit", "Audit"),
    (SiteSection::Access, "/access", "Access"),
];

// === impl Frame ===

impl PageLayout {
    /// For somebody who was recognised.
    pub fn of(title: &str, section: SiteSection, visitor: &CurrentUser) -> Self {
        Self {
            section,
            who: Some(UserMenu {
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
            title: ExternalText::short(title, TITLE).text().to_owned(),
            style: asset::style_address(),
            script: asset::script_address(),
            icon: asset::ICON,
            section: SiteSection::Elsewhere,
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
    pub fn tabs(&self) -> [NavLink; 9] {
        let waiting = self.who.as_ref().map_or(0, |who| who.waiting);
        PARTS.map(|(section, to, words)| {
            let count = if section == SiteSection::Approvals {
                waiting
            } else {
                0
            };
            tab(to, words, self.section == section, count)
        })
    }
}

fn tab(to: &'static str, words: &'static str, current: bool, count: u64) -> NavLink {
    NavLink {
        to,
        words,
        current: if current { "page" } else { "false" },
        count,
    }
}

/// A page as a response.
pub fn render_page(status: StatusCode, template: &impl Template) -> Response {
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
pub fn see_other(path: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, path)]).into_response()
}
