//! The lists of prompts, resources and templates.

use std::collections::BTreeSet;
use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::{counted, with_separators};
use candor_dashboard_kit::{
    CurrentUser, DashboardState, NumberedPager, PageError, PageLayout, SelectField, SiteSection,
    TOOL_TABS, query, render_page,
};
use candor_gateway::{ContentKind, StartupWait};
use candor_model::Role;
use http::{StatusCode, Uri};

use crate::content_index::{ContentIndex, ContentIndexCache};
use crate::content_row::ContentRow;
use crate::paths;

/// The maximum length of a search, in characters.
const Q_MAX: usize = 200;

#[derive(Template)]
#[template(path = "content.html")]
struct ContentListPage<'a> {
    frame: PageLayout,
    heading: &'static str,
    path: &'static str,
    /// The value of `kind`, empty for the first list of a page.
    kind: &'static str,
    q: String,
    q_max: usize,
    sources: SelectField,
    /// The lists of this page: URLs, labels, counts and `aria-current`.
    tabs: Vec<(&'static str, &'static str, String, &'static str)>,
    /// The number of matching entries.
    found: String,
    empty: Option<EmptyReason>,
    rows: &'a [&'a ContentRow],
    pager: NumberedPager,
}

/// Why a list is empty.
#[derive(Clone, Copy)]
enum EmptyReason {
    /// No source has any.
    Nothing,
    /// None matches the filter.
    Unmatched,
}

/// `GET /prompts`: lists the prompts.
pub(crate) async fn prompts(
    State(pages): State<DashboardState>,
    Extension(cache): Extension<Arc<ContentIndexCache>>,
    user: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    user.needs(Role::Viewer, paths::PROMPTS)?;
    draw(&pages, &cache, &user, &uri, ContentKind::Prompt).await
}

/// `GET /resources`: lists the resources.
pub(crate) async fn resources(
    State(pages): State<DashboardState>,
    Extension(cache): Extension<Arc<ContentIndexCache>>,
    user: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    user.needs(Role::Viewer, paths::RESOURCES)?;
    let kind = match query::get(&uri, "kind").as_deref() {
        Some(paths::TEMPLATES) => ContentKind::Template,
        _ => ContentKind::Resource,
    };
    draw(&pages, &cache, &user, &uri, kind).await
}

async fn draw(
    state: &DashboardState,
    cache: &ContentIndexCache,
    user: &CurrentUser,
    uri: &Uri,
    kind: ContentKind,
) -> Result<Response, PageError> {
    state.gateway.settled(StartupWait::Greeting).await;
    let index = ContentIndex::current(&state.gateway, cache);
    let q = query::get(uri, "q").unwrap_or_default();
    let q: String = q.trim().chars().take(Q_MAX).collect();
    let source = query::get(uri, "source").unwrap_or_default();
    let source: String = source.chars().take(Q_MAX).collect();
    let rows = matching(index.rows(kind), &q, &source);
    let (heading, path, kind_word, unit) = words(kind);
    let others = [("kind", kind_word), ("q", &*q), ("source", &*source)];
    let pager = NumberedPager::at(uri, rows.len(), path, &others);
    let empty = rows.is_empty().then(|| {
        if index.rows(kind).is_empty() {
            EmptyReason::Nothing
        } else {
            EmptyReason::Unmatched
        }
    });
    let view = ContentListPage {
        frame: PageLayout::of(heading, SiteSection::Tools, user)
            .wide()
            .beside(path, &TOOL_TABS),
        heading,
        path,
        kind: kind_word,
        sources: sources(index.rows(kind), &source),
        tabs: tabs(&index, kind),
        found: counted(rows.len(), unit),
        empty,
        rows: pager.cut(&rows),
        pager: pager.clone(),
        q,
        q_max: Q_MAX,
    };
    Ok(render_page(StatusCode::OK, &view))
}

/// The heading, the path, the value of `kind` and what one entry is called.
const fn words(kind: ContentKind) -> (&'static str, &'static str, &'static str, &'static str) {
    match kind {
        ContentKind::Prompt => ("Prompts", paths::PROMPTS, "", "prompt"),
        ContentKind::Resource => ("Resources", paths::RESOURCES, "", "resource"),
        ContentKind::Template => (
            "Resources",
            paths::RESOURCES,
            paths::TEMPLATES,
            "resource template",
        ),
    }
}

fn matching<'a>(rows: &'a [ContentRow], q: &str, source: &str) -> Vec<&'a ContentRow> {
    let words: Vec<String> = q
        .to_lowercase()
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let from = |row: &&ContentRow| source.is_empty() || row.content.source.as_str() == source;
    let rows = rows.iter().filter(from);
    rows.filter(|row| row.has(&words)).collect()
}

/// The sources that have such entries.
fn sources(rows: &[ContentRow], chosen: &str) -> SelectField {
    let names: BTreeSet<&str> = rows.iter().map(|row| row.content.source.as_str()).collect();
    let chosen = Some(chosen).filter(|name| !name.is_empty());
    SelectField::of_names("source", "source", "All sources", names, chosen)
}

fn tabs(
    index: &ContentIndex,
    kind: ContentKind,
) -> Vec<(&'static str, &'static str, String, &'static str)> {
    let tab = |to, words, of: ContentKind| {
        let count = with_separators(index.rows(of).len());
        (to, words, count, if of == kind { "true" } else { "false" })
    };
    match kind {
        ContentKind::Prompt => Vec::new(),
        ContentKind::Resource | ContentKind::Template => vec![
            tab(paths::RESOURCES, "Resources", ContentKind::Resource),
            tab(
                "/resources?kind=templates",
                "Templates",
                ContentKind::Template,
            ),
        ],
    }
}
