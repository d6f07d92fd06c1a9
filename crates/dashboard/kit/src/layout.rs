//! The layout around the contents of every page: header, navigation, tabs, status line.

use askama::Template;
use axum::response::{Html, IntoResponse, Response};
use http::StatusCode;
use http::header::LOCATION;

use crate::asset;
use crate::current_user::CurrentUser;
use crate::external_text::ExternalText;

/// The section of the site that a page belongs to, as its navigation highlights it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteSection {
    /// `/`: what runs, and what needs attention.
    Overview,
    /// `/tools`: tools, prompts and resources.
    Tools,
    /// `/approvals`: pending, decided and standing approvals.
    Approvals,
    /// `/toolsets`: toolsets and how to connect to them.
    Toolsets,
    /// `/sources`: sources and their state.
    Sources,
    /// `/catalogue`: servers of registries.
    Catalogue,
    /// `/environments`: environments and their variables.
    Environments,
    /// `/policy`: the default policy and its rules.
    Policy,
    /// `/audit`: calls and changes.
    Audit,
    /// `/access`: tokens and sessions.
    Access,
    /// A page outside all sections, such as an error.
    Elsewhere,
}

/// The layout of one page.
#[derive(Clone, Debug)]
pub struct PageLayout {
    /// The title in the browser.
    pub title: String,
    /// The address of the style sheet.
    pub style: &'static str,
    /// The address of the script.
    pub script: &'static str,
    /// The address of the command palette.
    pub palette: &'static str,
    /// The address of the notifications.
    pub notify: &'static str,
    /// The address of the icon.
    pub icon: &'static str,
    /// The section that is highlighted.
    pub section: SiteSection,
    /// The tabs below the title, where a section has several pages.
    pub beside: Vec<NavLink>,
    /// Whether the sections of the site are linked.
    pub nav: bool,
    /// The signed-in user; none on public pages.
    pub who: Option<UserMenu>,
    /// The status message about what was just done.
    pub done: Option<String>,
    /// Whether the contents use the full width.
    pub wide: bool,
}

/// The signed-in user in the header.
#[derive(Clone, Debug)]
pub struct UserMenu {
    /// The name of the user.
    pub name: String,
    /// Whether they have not signed in, and need not to look around.
    pub anonymous: bool,
    /// The CSRF token of the sign-out form, for users who signed in with the form.
    pub logout: Option<String>,
    /// The number of pending approvals.
    pub waiting: u64,
}

/// A link in the navigation or among the tabs.
#[derive(Clone, Debug)]
pub struct NavLink {
    /// The path of the page.
    pub to: &'static str,
    /// The label of the link.
    pub words: &'static str,
    /// The value of `aria-current`.
    pub current: &'static str,
    /// The number of pending items, shown when above zero.
    pub count: u64,
}

/// The tabs of the tools section.
pub const TOOL_TABS: [(&str, &str); 4] = [
    ("/tools", "All tools"),
    ("/tools/suggestions", "Suggestions"),
    ("/prompts", "Prompts"),
    ("/resources", "Resources"),
];

/// The most characters of a title.
const TITLE: usize = 200;

/// The sections of the site.
const PARTS: [(SiteSection, &str, &str); 10] = [
    (SiteSection::Overview, "/", "Overview"),
    (SiteSection::Tools, "/tools", "Tools"),
    (SiteSection::Approvals, "/approvals", "Approvals"),
    (SiteSection::Toolsets, "/toolsets", "Toolsets"),
    (SiteSection::Sources, "/sources", "Sources"),
    (SiteSection::Catalogue, "/catalogue", "Catalogue"),
    (SiteSection::Environments, "/environments", "Environments"),
    (SiteSection::Policy, "/policy", "Policy"),
    (SiteSection::Audit, "/audit", "Audit log"),
    (SiteSection::Access, "/access", "Access"),
];

// === impl PageLayout ===

impl PageLayout {
    /// The layout for a signed-in user.
    pub fn of(title: &str, section: SiteSection, user: &CurrentUser) -> Self {
        Self {
            section,
            nav: true,
            who: Some(UserMenu {
                name: user.identity.name.clone(),
                anonymous: user.anonymous,
                logout: user.session().map(|_| user.field("/logout")),
                waiting: user.waiting,
            }),
            ..Self::bare(title)
        }
    }

    /// The layout of a public page.
    pub fn bare(title: &str) -> Self {
        Self {
            // It may hold the name of a tool, and a title cannot isolate text direction.
            title: ExternalText::short(title, TITLE).text().to_owned(),
            style: asset::style_address(),
            script: asset::script_address(),
            palette: asset::palette_address(),
            notify: asset::notify_address(),
            icon: asset::ICON,
            section: SiteSection::Elsewhere,
            beside: Vec::new(),
            nav: false,
            who: None,
            done: None,
            wide: false,
        }
    }

    /// Adds the navigation, even without a signed-in user.
    #[must_use]
    pub fn with_nav(mut self) -> Self {
        self.nav = true;
        self
    }

    /// Uses the full width.
    #[must_use]
    pub fn wide(mut self) -> Self {
        self.wide = true;
        self
    }

    /// Adds a status message about what was just done.
    #[must_use]
    pub fn done(mut self, sentence: Option<impl Into<String>>) -> Self {
        self.done = sentence.map(Into::into);
        self
    }

    /// Adds tabs; `here` is the path of this page.
    #[must_use]
    pub fn beside(mut self, here: &str, tabs: &[(&'static str, &'static str)]) -> Self {
        self.beside = tabs
            .iter()
            .map(|(to, words)| tab(to, words, *to == here, 0))
            .collect();
        self
    }

    /// The links to all sections.
    pub fn tabs(&self) -> [NavLink; 10] {
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

/// Renders a template as a response.
pub fn render_page(status: StatusCode, template: &impl Template) -> Response {
    match template.render() {
        Ok(text) => (status, Html(text)).into_response(),
        Err(error) => {
            tracing::error!(%error, "A page could not be rendered");
            (
                StatusCode::INTERNAL_SERVER_ERROR,
                "The page could not be rendered",
            )
                .into_response()
        }
    }
}

/// Redirects a browser after a form was processed (303).
pub fn see_other(path: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, path)]).into_response()
}
