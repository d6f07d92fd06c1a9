//! Every tool, served or in quarantine: found, filtered, grouped, a page at a time.

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
    ToolBehaviour, query, render_page,
};
use candor_gateway::{Gateway, StartupWait};
use candor_model::Role;
use http::{StatusCode, Uri};

use self::filters::{BehaviourTab, FilterChip, FilterForm};
use self::groups::ToolGroup;
use crate::counts::{many, thousands};
use crate::list_cache::{ToolListCache, ToolListSnapshot};
use crate::list_query::ToolListQuery;
use crate::row::ToolListRow;
use crate::{BESIDE, bulk, order};

#[derive(Template)]
#[template(path = "tools.html")]
struct ToolListPage {
    frame: PageLayout,
    problem: Option<String>,
    /// Why there is nothing to see, if there is not.
    nothing: Option<Nothing>,
    /// How many tools are found, and what they cost, in words.
    found: String,
    tokens: String,
    controls: FilterForm,
    tabs: Vec<BehaviourTab>,
    chips: Vec<FilterChip>,
    /// The list without any filter.
    cleared: String,
    shelves: Vec<ToolGroup>,
    pager: NumberedPager,
    /// How many suggestions wait, in words.
    suggestions: Option<String>,
    legend: BadgeLegend,
    /// For those who may correct what is said.
    editing: Option<BulkEditForm>,
    /// Why the others may not.
    lacks: Option<String>,
}

/// Why there is nothing to see.
enum Nothing {
    /// There are no sources.
    Sources,
    /// None of the sources brings a tool.
    Tools(String),
    /// Nothing is as it was asked for.
    Found,
}

/// What it takes to correct many tools.
struct BulkEditForm {
    field: String,
    /// What stands behind the `?` of this list.
    from: String,
    /// All that are found.
    all: String,
    /// Where a correction can count besides everywhere.
    places: Vec<(&'static str, String)>,
    typed: BulkFormInput,
    /// Whether somebody is at it.
    open: bool,
}

/// What somebody has written into the form below the list.
#[derive(Default)]
pub(crate) struct BulkFormInput {
    /// The tools they chose, by their keys.
    pub(crate) chosen: HashSet<String>,
    pub(crate) hint: String,
    pub(crate) value: String,
    pub(crate) place: String,
    pub(crate) which: String,
    pub(crate) why: String,
}

/// The tools that are asked for, in their order.
pub(crate) struct ToolMatches<'a> {
    pub(crate) rows: Vec<&'a Arc<ToolListRow>>,
    /// How many there would be of each behaviour if none were asked for.
    by_behaviour: [usize; 4],
}

/// `GET /tools`
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    Extension(surveys): Extension<Arc<ToolListCache>>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, "/tools")?;
    pages.gateway.settled(StartupWait::Greeting).await;
    let wish = ToolListQuery::read(&uri, &pages.gateway)?;
    let drawing = ToolListRenderer {
        gateway: &pages.gateway,
        surveys: &surveys,
        visitor: &visitor,
        done: bulk::done(&uri),
    };
    drawing
        .draw(StatusCode::OK, &wish, None, BulkFormInput::default())
        .await
}

/// What it takes to draw the list.
pub(crate) struct ToolListRenderer<'a> {
    pub(crate) gateway: &'a Gateway,
    pub(crate) surveys: &'a ToolListCache,
    pub(crate) visitor: &'a CurrentUser,
    /// What has just been done.
    pub(crate) done: Option<String>,
}

// === impl Drawing ===

impl ToolListRenderer<'_> {
    /// The list, with what somebody has written into its form and what is wrong with that.
    pub(crate) async fn draw(
        self,
        status: StatusCode,
        wish: &ToolListQuery,
        problem: Option<String>,
        typed: BulkFormInput,
    ) -> Result<Response, PageError> {
        let survey = survey(self.surveys, self.gateway, wish)?;
        let around = self.surveys.around(self.gateway).await;
        let around = around.map_err(|error| PageError::refused(&error))?;
        let sources = self.gateway.sources();
        let found = ToolMatches::of(&survey, wish);
        let may = self.visitor.identity.may(Role::Editor);
        let pager = NumberedPager::of(wish.page, found.rows.len(), |page| at_page(wish, page));
        let shelves = groups::tool_groups(&found.rows, wish, &pager, &typed.chosen);
        let names = sources.iter().map(|source| source.name.to_string());
        let names: Vec<_> = names.collect();
        let tokens: usize = found.rows.iter().map(|row| row.tokens).sum();
        let waiting = around.suggestions.len();
        let open = problem.is_some();
        let view = ToolListPage {
            frame: PageLayout::of("Tools", SiteSection::Tools, self.visitor)
                .wide()
                .beside("/tools", &BESIDE)
                .done(self.done),
            problem,
            nothing: Nothing::of(&survey, &found, sources.len(), wish),
            found: many(found.rows.len(), "tool"),
            tokens: many(tokens, "token"),
            tabs: filters::tabs(wish, &found.by_behaviour),
            chips: filters::chips(wish),
            cleared: wish.cleared(),
            controls: FilterForm::of(wish, &names, &around),
            shelves,
            pager,
            suggestions: (waiting > 0).then(|| many(waiting, "suggestion")),
            legend: BadgeLegend,
            editing: may.then(|| BulkEditForm {
                field: self.visitor.field(bulk::PATH),
                from: wish.text(),
                all: thousands(found.rows.len()),
                places: filters::places(wish),
                typed,
                open,
            }),
            lacks: (!may).then(|| self.visitor.lacks(Role::Editor)),
        };
        Ok(render_page(status, &view))
    }
}

/// The tools at the endpoint that is asked for.
pub(crate) fn survey(
    surveys: &ToolListCache,
    gateway: &Gateway,
    wish: &ToolListQuery,
) -> Result<Arc<ToolListSnapshot>, PageError> {
    surveys.of(gateway, &wish.endpoint).map_err(|error| {
        // It was there when the address was read.
        let sentence = format!("This cannot be shown: {error}.");
        PageError::new(StatusCode::NOT_FOUND, "There is no such list", sentence)
            .link("/tools", "All tools")
    })
}

fn at_page(wish: &ToolListQuery, page: usize) -> String {
    let page = ToolListQuery {
        page,
        ..wish.clone()
    };
    page.address()
}

// === impl Found ===

impl<'a> ToolMatches<'a> {
    pub(crate) fn of(survey: &'a ToolListSnapshot, wish: &ToolListQuery) -> Self {
        let words = wish.words();
        let mut by_behaviour = [0; 4];
        let mut rows = Vec::new();
        for row in survey.rows.iter().filter(|row| wish.lets_in(row, &words)) {
            let behaviour = row.behaviour();
            by_behaviour[place(behaviour)] += 1;
            if wish.behaviour.is_none_or(|wanted| wanted == behaviour) {
                rows.push(row);
            }
        }
        order::order(&mut rows, wish.group, wish.sort);
        Self { rows, by_behaviour }
    }
}

/// The place of a behaviour among all of them.
fn place(behaviour: ToolBehaviour) -> usize {
    let mut all = ToolBehaviour::ALL.iter();
    all.position(|one| *one == behaviour).unwrap_or_default()
}

// === impl Nothing ===

impl Nothing {
    fn of(
        survey: &ToolListSnapshot,
        found: &ToolMatches<'_>,
        sources: usize,
        wish: &ToolListQuery,
    ) -> Option<Self> {
        if !found.rows.is_empty() {
            None
        } else if sources == 0 {
            Some(Self::Sources)
        } else if survey.rows.is_empty() && wish.endpoint.toolset.is_none() {
            Some(Self::Tools(many(sources, "source")))
        } else {
            Some(Self::Found)
        }
    }
}

// === impl Editing ===

impl BulkEditForm {
    /// Whether a value was chosen before, as an attribute.
    fn selected(&self, field: &str, value: &str) -> &'static str {
        let typed = match field {
            "hint" => &self.typed.hint,
            "value" => &self.typed.value,
            _ => &self.typed.place,
        };
        if typed == value { " selected" } else { "" }
    }
}

/// Where a tool's own page is, seen from the same place.
pub(crate) fn tool_page(row: &ToolListRow, wish: &ToolListQuery) -> String {
    let toolset = wish.endpoint.toolset.as_ref().map(ToString::to_string);
    let environment = wish.endpoint.environment.as_ref().map(ToString::to_string);
    query::with_all(
        &format!("/tools/{}", row.key),
        [
            ("toolset", toolset.as_deref().unwrap_or_default()),
            ("environment", environment.as_deref().unwrap_or_default()),
        ],
    )
}
