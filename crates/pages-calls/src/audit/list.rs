//! `/audit`: every call, the newest first, a page at a time.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Frame, Pages, ROWS, Section, Trail, Visitor, Wrong, now_micros, page, query};
use candor_gateway::Catalogue;
use candor_model::{CallId, Role};
use candor_store::{CallFilter, CallPage};
use http::{StatusCode, Uri};

use super::BESIDE;
use super::entry::{Entry, Taken};
use super::export::{self, ROWS_MAX};
use super::filter::{Choice, Misread, Typed};
use crate::number::grouped;

/// Where the list is.
pub(crate) const PATH: &str = "/audit";

#[derive(Template)]
#[template(path = "audit.html")]
struct View {
    frame: Frame,
    typed: Typed,
    outcomes: Vec<Choice>,
    /// The sources that there are, and the one that was typed.
    sources: Vec<String>,
    wrong: Vec<Misread>,
    entries: Vec<Entry>,
    /// Whether new calls are shown as they come.
    follows: bool,
    trail: Trail,
    links: Links,
}

/// Where to take what is found along.
struct Links {
    csv: String,
    jsonl: String,
    most: String,
}

/// `GET /audit`
pub(crate) async fn show(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, PATH)?;
    let before = before(&uri)?;
    let typed = Typed::of(&uri);
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
    let view = View {
        frame: Frame::of("Calls", Section::Audit, &visitor)
            .wide()
            .beside(PATH, &BESIDE),
        outcomes: typed.outcomes(),
        sources: sources(&pages, &typed),
        entries: entries(&found, &catalogue),
        follows,
        trail: trail(&typed, before.is_none(), found.next, follows),
        links: Links::of(&typed),
        typed,
        wrong,
    };
    Ok(page(status, &view))
}

async fn find(
    pages: &Pages,
    filter: &CallFilter,
    before: Option<CallId>,
) -> Result<CallPage, Wrong> {
    let found = pages.gateway.store().calls_page(filter, before, ROWS).await;
    found.map_err(|error| Wrong::failed(&error))
}

fn nothing() -> CallPage {
    CallPage {
        calls: Vec::new(),
        next: None,
    }
}

fn entries(found: &CallPage, catalogue: &Catalogue) -> Vec<Entry> {
    let now = now_micros();
    let calls = found.calls.iter();
    calls.map(|call| Entry::of(call, catalogue, now)).collect()
}

fn sources(pages: &Pages, typed: &Typed) -> Vec<String> {
    let known = pages.gateway.sources().into_iter();
    let mut names: Vec<_> = known.map(|source| source.name.to_string()).collect();
    if !typed.source.is_empty() {
        names.push(typed.source.clone());
    }
    names.sort();
    names.dedup();
    names
}

fn before(uri: &Uri) -> Result<Option<CallId>, Wrong> {
    let Some(text) = query::get(uri, "after") else {
        return Ok(None);
    };
    if let Some(id) = CallId::parse(&text) {
        return Ok(Some(id));
    }
    Err(Wrong::no_place(&text, PATH))
}

/// Where to go from here. Only the beginning can be followed.
fn trail(typed: &Typed, is_first: bool, next: Option<CallId>, follows: bool) -> Trail {
    let at =
        |more: (&'static str, &str)| query::with_all(PATH, typed.pairs().into_iter().chain([more]));
    let older = next.map(|id| at(("after", &id.to_string())));
    let (here, turned, words) = if follows {
        ("yes", "", "Stop following")
    } else {
        ("", "yes", "Follow live")
    };
    let trail = Trail::new(at(("follow", here)), is_first, older);
    if is_first {
        trail.also(at(("follow", turned)), words)
    } else {
        trail
    }
}

// === impl View ===

impl View {
    /// What is wrong with a field.
    fn wrong_in(&self, field: &str) -> bool {
        self.wrong.iter().any(|one| one.field == field)
    }
}

// === impl Links ===

impl Links {
    fn of(typed: &Typed) -> Self {
        let at = |path| query::with_all(path, typed.pairs());
        Self {
            csv: at(export::CSV),
            jsonl: at(export::JSONL),
            most: grouped(ROWS_MAX as u64),
        }
    }
}
