//! `GET /catalogue`: search over servers, in pages.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::response::Response;
use candor_dashboard_kit::badge::ToolBadge;
use candor_dashboard_kit::wording::with_separators;
use candor_dashboard_kit::{
    CurrentUser, DisplayTime, ExternalText, NumberedPager, PageError, PageLayout, SiteSection,
    ToolBehaviour, query, render_page,
};
use candor_model::Role;
use candor_registry_client::{CatalogueView, KnownEntry, SharedCatalogue};
use http::{StatusCode, Uri};

use crate::PageCatalogue;
use crate::entry_page::StatusLabel;
use crate::known_tools;
use crate::paths;
use crate::registry_row::{self, RegistryRow};

/// The maximum length of a query, in characters.
const QUERY: usize = 200;

#[derive(Template)]
#[template(path = "catalogue.html")]
struct CataloguePage {
    frame: PageLayout,
    query: String,
    /// The rows in a phrase: `1 to 25 of 10,000`.
    span: String,
    count: usize,
    /// Whether a search found more than are listed.
    cut: bool,
    items: Vec<ServerRow>,
    pager: NumberedPager,
    registries: Vec<RegistryRow>,
    /// Whether registries are still being queried.
    asking: bool,
}

#[derive(Template)]
#[template(path = "catalogue_off.html")]
struct CatalogueOffPage {
    frame: PageLayout,
}

struct ServerRow {
    to: String,
    name: String,
    title: Option<ExternalText>,
    description: ExternalText,
    version: ExternalText,
    /// The kinds of packages, and `remote`.
    kinds: Vec<ExternalText>,
    registry: ExternalText,
    asked: Option<DisplayTime>,
    status: StatusLabel,
    /// The behaviours of its tools; `None` if unknown.
    behaviours: Option<Vec<(ToolBadge, String)>>,
}

/// `GET /catalogue`: searches the registries.
pub(crate) async fn list(
    Extension(PageCatalogue(catalogue)): Extension<PageCatalogue>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, paths::ALL)?;
    let frame = PageLayout::of("Catalogue", SiteSection::Catalogue, &visitor).wide();
    let Some(catalogue) = catalogue else {
        return Ok(render_page(StatusCode::OK, &CatalogueOffPage { frame }));
    };
    let now = catalogue.prompt_view().await;
    let query: String = query::get(&uri, "q").unwrap_or_default();
    let query: String = query.trim().chars().take(QUERY).collect();
    let found = now.view.found(&query);
    let pager = NumberedPager::at(&uri, found.count(), paths::ALL, &[("q", query.as_str())]);
    let shown: Vec<KnownEntry> = found.rows(pager.rows()).cloned().collect();
    let page = CataloguePage {
        frame,
        span: pager.span(),
        count: found.count(),
        cut: found.is_cut(),
        items: rows(&catalogue, &now.view, shown).await,
        pager,
        registries: RegistryRow::all(&now.view),
        asking: now.is_asking,
        query,
    };
    Ok(render_page(StatusCode::OK, &page))
}

/// The rows of a page. Inspection results are read from files on blocking threads.
async fn rows(
    catalogue: &Arc<SharedCatalogue>,
    view: &Arc<CatalogueView>,
    shown: Vec<KnownEntry>,
) -> Vec<ServerRow> {
    let (catalogue, view) = (Arc::clone(catalogue), Arc::clone(view));
    let rows = tokio::task::spawn_blocking(move || {
        let shown = shown.iter();
        shown
            .map(|known| ServerRow::of(known, &view, &catalogue))
            .collect()
    });
    rows.await.unwrap_or_default()
}

// === impl ServerRow ===

impl ServerRow {
    fn of(known: &KnownEntry, view: &CatalogueView, catalogue: &SharedCatalogue) -> Self {
        let entry = &known.entry;
        let registry = view.registry_of(known);
        let name = registry.map_or("", |state| &*state.registry);
        Self {
            to: paths::of(&entry.name),
            name: entry.name.to_string(),
            title: entry.title.as_deref().map(ExternalText::line),
            description: ExternalText::line(&entry.description),
            version: ExternalText::short(&entry.version, 40),
            kinds: kinds(known),
            registry: ExternalText::short(name, 100),
            asked: registry.and_then(registry_row::asked),
            status: StatusLabel::of(entry.status),
            behaviours: behaviours(known, catalogue),
        }
    }
}

/// The distinct ways to run it.
fn kinds(known: &KnownEntry) -> Vec<ExternalText> {
    let mut kinds: Vec<&str> = Vec::new();
    let packages = known.entry.packages().map(|package| package.kind.as_str());
    let remote = known.entry.remotes().next().map(|_| "remote");
    for kind in packages.chain(remote) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.into_iter().map(ExternalText::line).collect()
}

/// The number of tools by behaviour.
fn behaviours(known: &KnownEntry, catalogue: &SharedCatalogue) -> Option<Vec<(ToolBadge, String)>> {
    let behaviours = known_tools::behaviours(&known.entry, catalogue.client())?;
    let counts = ToolBehaviour::ALL.into_iter().map(|one| {
        let count = behaviours.iter().filter(|other| **other == one).count();
        (one, count)
    });
    let present = counts.filter(|(_, count)| *count > 0);
    let shown = present.map(|(one, count)| (one.badge(), with_separators(count)));
    Some(shown.collect())
}
