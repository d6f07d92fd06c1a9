//! The list of all tools, served or quarantined: search, filters, groups and pages.

mod filters;
mod groups;

use std::collections::HashSet;
use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    BadgeLegend, CurrentUser, DashboardState, NumberedPager, PageError, PageLayout, SiteSection,
    TOOL_TABS, ToolBehaviour, query, render_page,
};
use candor_gateway::{Gateway, StartupWait};
use candor_model::{Hint, Role};
use http::{StatusCode, Uri};

use self::filters::{BehaviourTab, FilterChip, FilterForm};
use self::groups::ToolGroup;
use crate::list_cache::{ToolListCache, ToolListSnapshot};
use crate::list_query::ToolListQuery;
use crate::row::ToolListRow;
use crate::{bulk, order};
use candor_dashboard_kit::wording::{counted, hint_label, with_separators};

#[derive(Template)]
#[template(path = "tools.html")]
struct ToolListPage {
    frame: PageLayout,
    problem: Option<String>,
    /// Why the list is empty, if it is.
    empty: Option<EmptyReason>,
    /// The number of matching tools, and their tokens.
    found: String,
    tokens: String,
    controls: FilterForm,
    tabs: Vec<BehaviourTab>,
    chips: Vec<FilterChip>,
    /// The address without filters.
    cleared: String,
    groups: Vec<ToolGroup>,
    pager: NumberedPager,
    /// The number of open suggestions.
    suggestions: Option<String>,
    legend: BadgeLegend,
    /// The bulk edit form, for editors.
    editing: Option<BulkEditForm>,
    /// Why there is no form.
    lacks: Option<String>,
}

/// Why the list is empty.
enum EmptyReason {
    WithoutSources,
    /// None of these sources has tools.
    WithoutTools(String),
    Unmatched,
}

/// The bulk edit form.
struct BulkEditForm {
    field: String,
    /// The query string of this list.
    from: String,
    /// The number of matching tools.
    all: String,
    /// Keys and labels of the hints.
    hints: [(&'static str, &'static str); 4],
    /// The scopes other than everywhere.
    places: Vec<(&'static str, String)>,
    typed: BulkFormInput,
    /// Whether the form is expanded.
    open: bool,
}

/// The input of the bulk edit form.
#[derive(Default)]
pub(crate) struct BulkFormInput {
    /// The keys of the selected tools.
    pub(crate) chosen: HashSet<String>,
    pub(crate) hint: String,
    pub(crate) value: String,
    pub(crate) place: String,
    pub(crate) which: String,
    pub(crate) why: String,
}

/// The matching tools, sorted.
pub(crate) struct ToolMatches<'a> {
    pub(crate) rows: Vec<&'a Arc<ToolListRow>>,
    /// The number of matches per behaviour, without the filter by behaviour.
    by_behaviour: [usize; 4],
}

/// `GET /tools`: lists the tools, filtered.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    Extension(cache): Extension<Arc<ToolListCache>>,
    user: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    user.needs(Role::Viewer, "/tools")?;
    pages.gateway.settled(StartupWait::Greeting).await;
    let query = ToolListQuery::read(&uri, &pages.gateway)?;
    let renderer = ToolListRenderer {
        gateway: &pages.gateway,
        cache: &cache,
        user: &user,
        done: bulk::done(&uri),
    };
    renderer
        .draw(StatusCode::OK, &query, None, BulkFormInput::default())
        .await
}

/// Renders the list.
pub(crate) struct ToolListRenderer<'a> {
    pub(crate) gateway: &'a Gateway,
    pub(crate) cache: &'a ToolListCache,
    pub(crate) user: &'a CurrentUser,
    /// The status message.
    pub(crate) done: Option<String>,
}

// === impl ToolListRenderer ===

impl ToolListRenderer<'_> {
    /// The list, with the input of its form and the problem with it.
    pub(crate) async fn draw(
        self,
        status: StatusCode,
        query: &ToolListQuery,
        problem: Option<String>,
        typed: BulkFormInput,
    ) -> Result<Response, PageError> {
        let snapshot = snapshot(self.cache, self.gateway, query)?;
        let options = self.cache.options(self.gateway).await;
        let options = options.map_err(|error| PageError::refused(&error))?;
        let sources = self.gateway.sources();
        let found = ToolMatches::of(&snapshot, query);
        let may = self.user.identity.may(Role::Editor);
        let pager = NumberedPager::of(query.page, found.rows.len(), |page| at_page(query, page));
        let groups = groups::tool_groups(&found.rows, query, &pager, &typed.chosen);
        let names = sources.iter().map(|source| source.name.to_string());
        let names: Vec<_> = names.collect();
        let tokens: usize = found.rows.iter().map(|row| row.tokens).sum();
        let waiting = options.suggestions.len();
        let open = problem.is_some();
        let view = ToolListPage {
            frame: PageLayout::of("Tools", SiteSection::Tools, self.user)
                .wide()
                .beside("/tools", &TOOL_TABS)
                .done(self.done),
            problem,
            empty: EmptyReason::of(&snapshot, &found, sources.len(), query),
            found: counted(found.rows.len(), "tool"),
            tokens: counted(tokens, "token"),
            tabs: filters::tabs(query, &found.by_behaviour),
            chips: filters::chips(query),
            cleared: query.cleared(),
            controls: FilterForm::of(query, &names, &options),
            groups,
            pager,
            suggestions: (waiting > 0).then(|| counted(waiting, "suggestion")),
            legend: BadgeLegend,
            editing: may.then(|| BulkEditForm {
                field: self.user.field(bulk::PATH),
                from: query.text(),
                all: with_separators(found.rows.len()),
                hints: Hint::ALL.map(|hint| (hint.key(), hint_label(hint))),
                places: filters::places(query),
                typed,
                open,
            }),
            lacks: (!may).then(|| self.user.lacks(Role::Editor)),
        };
        Ok(render_page(status, &view))
    }
}

/// The tools at the endpoint of the query.
pub(crate) fn snapshot(
    cache: &ToolListCache,
    gateway: &Gateway,
    query: &ToolListQuery,
) -> Result<Arc<ToolListSnapshot>, PageError> {
    cache.of(gateway, &query.endpoint).map_err(|error| {
        // It was there when the address was read.
        PageError::new(StatusCode::NOT_FOUND, "Page not found", format!("{error}."))
            .link("/tools", "All tools")
    })
}

fn at_page(query: &ToolListQuery, page: usize) -> String {
    let page = ToolListQuery {
        page,
        ..query.clone()
    };
    page.address()
}

// === impl ToolMatches ===

impl<'a> ToolMatches<'a> {
    pub(crate) fn of(snapshot: &'a ToolListSnapshot, query: &ToolListQuery) -> Self {
        let words = query.words();
        let mut by_behaviour = [0; 4];
        let mut rows = Vec::new();
        for row in snapshot
            .rows
            .iter()
            .filter(|row| query.lets_in(row, &words))
        {
            let behaviour = row.behaviour();
            by_behaviour[place(behaviour)] += 1;
            if query.behaviour.is_none_or(|wanted| wanted == behaviour) {
                rows.push(row);
            }
        }
        order::order(&mut rows, query.group, query.sort);
        Self { rows, by_behaviour }
    }
}

/// The index of a behaviour.
fn place(behaviour: ToolBehaviour) -> usize {
    let mut all = ToolBehaviour::ALL.iter();
    all.position(|one| *one == behaviour).unwrap_or_default()
}

// === impl EmptyReason ===

impl EmptyReason {
    fn of(
        snapshot: &ToolListSnapshot,
        found: &ToolMatches<'_>,
        sources: usize,
        query: &ToolListQuery,
    ) -> Option<Self> {
        if !found.rows.is_empty() {
            None
        } else if sources == 0 {
            Some(Self::WithoutSources)
        } else if snapshot.rows.is_empty() && query.endpoint.toolset.is_none() {
            Some(Self::WithoutTools(counted(sources, "source")))
        } else {
            Some(Self::Unmatched)
        }
    }
}

// === impl BulkEditForm ===

impl BulkEditForm {
    /// The `selected` attribute of a submitted value.
    fn selected(&self, field: &str, value: &str) -> &'static str {
        let typed = match field {
            "hint" => &self.typed.hint,
            "value" => &self.typed.value,
            _ => &self.typed.place,
        };
        if typed == value { " selected" } else { "" }
    }
}

/// The address of a tool's page at the same endpoint.
pub(crate) fn tool_page(row: &ToolListRow, query: &ToolListQuery) -> String {
    let toolset = query.endpoint.toolset.as_ref().map(ToString::to_string);
    let environment = query.endpoint.environment.as_ref().map(ToString::to_string);
    query::with_all(
        &format!("/tools/{}", row.key),
        [
            ("toolset", toolset.as_deref().unwrap_or_default()),
            ("environment", environment.as_deref().unwrap_or_default()),
        ],
    )
}
