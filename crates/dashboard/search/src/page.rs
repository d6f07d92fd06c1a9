//! `GET /search`

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::counted;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, ExternalText, PageError, PageLayout, SiteSection, query,
    render_page,
};
use candor_gateway::Gateway;
use candor_model::Role;
use http::{StatusCode, Uri};

use crate::candidate::{MatchRank, SearchWords};
use crate::site_pages::SITE_PAGES;
use crate::tool_index::{IndexedTool, ToolIndexCache, tool_index};

/// The path of the page.
pub(crate) const PATH: &str = "/search";

/// The most results.
const MOST: usize = 20;

/// The maximum length of a search, in characters.
const Q_MAX: usize = 200;

/// The maximum length of a name, in characters.
const NAME: usize = 200;

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage {
    frame: PageLayout,
    q: String,
    q_max: usize,
    results: Vec<SearchResult>,
    /// The number of results.
    count: String,
}

struct SearchResult {
    /// `Page`, `Toolset` or `Tool`.
    kind: &'static str,
    name: ExternalText,
    title: ExternalText,
    to: String,
}

/// The results of a search, the best first, of which only some are shown.
#[derive(Default)]
struct SearchMatches {
    ranked: Vec<(MatchRank, SearchResult)>,
    all: usize,
}

/// `GET /search`: finds tools, other items and pages.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    Extension(cache): Extension<Arc<ToolIndexCache>>,
    user: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    user.needs(Role::Viewer, PATH)?;
    let q = query::get(&uri, "q").unwrap_or_default();
    let q: String = q.chars().take(Q_MAX).collect();
    let found = find(&pages.gateway, &cache, &user, &SearchWords::of(&q));
    let view = SearchPage {
        frame: PageLayout::of("Search", SiteSection::Elsewhere, &user),
        count: found.count(),
        results: found.best(),
        q,
        q_max: Q_MAX,
    };
    Ok(render_page(StatusCode::OK, &view))
}

/// All matches; without words, the pages.
fn find(
    gateway: &Gateway,
    cache: &ToolIndexCache,
    user: &CurrentUser,
    words: &SearchWords,
) -> SearchMatches {
    let mut found = SearchMatches::default();
    for page in SITE_PAGES
        .iter()
        .filter(|page| user.identity.may(page.role))
    {
        let rank = words.rank(&page.name.to_lowercase(), page.also);
        found.note(rank, || SearchResult::new("Page", page.name, "", page.to));
    }
    if words.is_empty() {
        return found;
    }
    for name in gateway.editor().toolset_names() {
        let to = query::path(&["toolsets", name.as_str()]);
        let rank = words.rank(&name.as_str().to_lowercase(), "toolset");
        found.note(rank, || {
            SearchResult::new("Toolset", name.as_str(), "", &to)
        });
    }
    let index = tool_index(gateway, cache);
    let mut tools: Vec<(MatchRank, &IndexedTool)> = index
        .iter()
        .filter_map(|tool| Some((tool.rank(words)?, tool)))
        .collect();
    found.all += tools.len();
    tools.sort_by_key(|(rank, _)| *rank);
    let best = tools.iter().take(MOST).map(|(rank, tool)| {
        let result = SearchResult::new("Tool", &tool.name, &tool.title, &tool.to);
        (*rank, result)
    });
    found.ranked.extend(best);
    found
}

// === impl SearchMatches ===

impl SearchMatches {
    fn note(&mut self, rank: Option<MatchRank>, result: impl FnOnce() -> SearchResult) {
        if let Some(rank) = rank {
            self.all += 1;
            self.ranked.push((rank, result()));
        }
    }

    fn count(&self) -> String {
        match self.all {
            0 => "No results".to_owned(),
            all if all > MOST => format!("{MOST} of {}", counted(all, "result")),
            all => counted(all, "result"),
        }
    }

    /// The best results. The sort is stable, so pages come before toolsets and tools.
    fn best(mut self) -> Vec<SearchResult> {
        self.ranked.sort_by_key(|(rank, _)| *rank);
        let best = self.ranked.into_iter().take(MOST);
        best.map(|(_, result)| result).collect()
    }
}

// === impl SearchResult ===

impl SearchResult {
    fn new(kind: &'static str, name: &str, title: &str, to: &str) -> Self {
        Self {
            kind,
            name: ExternalText::short(name, NAME),
            title: ExternalText::line(title),
            to: to.to_owned(),
        }
    }
}
