//! `/audit`: all calls, newest first, one page at a time.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, CursorPager, DashboardState, FormOption, PageError, PageLayout, ROWS, SiteSection,
    now_micros, query, render_page,
};
use candor_gateway::Catalogue;
use candor_gateway::records::{CallFilter, CallPage};
use candor_model::{CallId, Role};
use http::{StatusCode, Uri};

use crate::TABS;
use crate::call_row::{AuditCallRow, ReusedResult};
use crate::export::{self, ROWS_MAX};
use crate::filter::{CallFilterForm, FilterFieldError};
use candor_dashboard_kit::wording::with_separators;

/// The path of the list.
pub(crate) const PATH: &str = "/audit";

#[derive(Template)]
#[template(path = "audit.html")]
struct AuditLogPage {
    frame: PageLayout,
    typed: CallFilterForm,
    outcomes: Vec<FormOption>,
    /// The known sources, and the submitted one.
    sources: Vec<String>,
    wrong: Vec<FilterFieldError>,
    entries: Vec<AuditCallRow>,
    /// Whether the list updates live.
    follows: bool,
    trail: CursorPager,
    links: ExportLinks,
}

/// The paths of the exports.
struct ExportLinks {
    csv: String,
    jsonl: String,
    most: String,
}

/// `GET /audit`: lists the recorded calls.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, PATH)?;
    let before = before(&uri)?;
    let typed = CallFilterForm::of(&uri);
    let catalogue = pages.gateway.catalogue();
    let (status, found, wrong) = match typed.read(&catalogue) {
        Ok(filter) => (
            StatusCode::OK,
            find(&pages, &filter, before).await?,
            Vec::new(),
        ),
        Err(wrong) => (StatusCode::UNPROCESSABLE_ENTITY, nothing(), wrong),
    };
    let follows = before.is_none() && query::get(&uri, "follow").is_some_and(|word| word == "yes");
    let view = AuditLogPage {
        frame: PageLayout::of("Audit log", SiteSection::Audit, &visitor)
            .wide()
            .beside(PATH, &TABS),
        outcomes: typed.outcomes(),
        sources: sources(&pages, &typed),
        entries: entries(&found, &catalogue),
        follows,
        trail: trail(&typed, before.is_none(), found.next, follows),
        links: ExportLinks::of(&typed),
        typed,
        wrong,
    };
    Ok(render_page(status, &view))
}

async fn find(
    pages: &DashboardState,
    filter: &CallFilter,
    before: Option<CallId>,
) -> Result<CallPage, PageError> {
    let found = pages
        .gateway
        .records()
        .calls_page(filter, before, ROWS)
        .await;
    found.map_err(|error| PageError::failed(&error))
}

fn nothing() -> CallPage {
    CallPage {
        calls: Vec::new(),
        next: None,
    }
}

fn entries(found: &CallPage, catalogue: &Catalogue) -> Vec<AuditCallRow> {
    let now = now_micros();
    let calls = found.calls.iter();
    calls
        .map(|call| AuditCallRow::of(call, catalogue, now))
        .collect()
}

fn sources(pages: &DashboardState, typed: &CallFilterForm) -> Vec<String> {
    let known = pages.gateway.sources().into_iter();
    let mut names: Vec<_> = known.map(|source| source.name.to_string()).collect();
    if !typed.source.is_empty() {
        names.push(typed.source.clone());
    }
    names.sort();
    names.dedup();
    names
}

fn before(uri: &Uri) -> Result<Option<CallId>, PageError> {
    let Some(text) = query::get(uri, "after") else {
        return Ok(None);
    };
    if let Some(id) = CallId::parse(&text) {
        return Ok(Some(id));
    }
    Err(PageError::no_such_page(&text, PATH))
}

/// The links to other pages. Only the first page can be followed live.
fn trail(
    typed: &CallFilterForm,
    is_first: bool,
    next: Option<CallId>,
    follows: bool,
) -> CursorPager {
    let at =
        |more: (&'static str, &str)| query::with_all(PATH, typed.pairs().into_iter().chain([more]));
    let older = next.map(|id| at(("after", &id.to_string())));
    let (here, turned, words) = if follows {
        ("yes", "", "Stop following")
    } else {
        ("", "yes", "Follow live")
    };
    let trail = CursorPager::new(at(("follow", here)), is_first, older);
    if is_first {
        trail.also(at(("follow", turned)), words)
    } else {
        trail
    }
}

// === impl AuditLogPage ===

impl AuditLogPage {
    /// Whether a field is invalid.
    fn wrong_in(&self, field: &str) -> bool {
        self.wrong.iter().any(|one| one.field == field)
    }
}

// === impl ExportLinks ===

impl ExportLinks {
    fn of(typed: &CallFilterForm) -> Self {
        let at = |path| query::with_all(path, typed.pairs());
        Self {
            csv: at(export::CSV),
            jsonl: at(export::JSONL),
            most: with_separators(ROWS_MAX),
        }
    }
}
