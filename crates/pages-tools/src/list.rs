//! Every tool, served or in quarantine: found, filtered, grouped, a page at a time.

mod controls;
mod groups;

use std::collections::HashSet;
use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Behaviour, Frame, Legend, Pager, Pages, Section, Visitor, Wrong, page, query};
use candor_gateway::{Gateway, Patience};
use candor_model::Role;
use http::{StatusCode, Uri};

use self::controls::{Chip, Controls, Tab};
use self::groups::Shelf;
use crate::row::Row;
use crate::survey::{Survey, Surveys};
use crate::thousands::{many, thousands};
use crate::wish::Wish;
use crate::{BESIDE, bulk, order};

#[derive(Template)]
#[template(path = "tools.html")]
struct View {
    frame: Frame,
    problem: Option<String>,
    /// Why there is nothing to see, if there is not.
    nothing: Option<Nothing>,
    /// How many tools are found, and what they cost, in words.
    found: String,
    tokens: String,
    controls: Controls,
    tabs: Vec<Tab>,
    chips: Vec<Chip>,
    /// The list without any filter.
    cleared: String,
    shelves: Vec<Shelf>,
    pager: Pager,
    /// How many suggestions wait, in words.
    suggestions: Option<String>,
    legend: Legend,
    /// For those who may correct what is said.
    editing: Option<Editing>,
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
struct Editing {
    field: String,
    /// What stands behind the `?` of this list.
    from: String,
    /// All that are found.
    all: String,
    /// Where a correction can count besides everywhere.
    places: Vec<(&'static str, String)>,
    typed: Typed,
    /// Whether somebody is at it.
    open: bool,
}

/// What somebody has written into the form below the list.
#[derive(Default)]
pub(crate) struct Typed {
    /// The tools they chose, by their keys.
    pub(crate) chosen: HashSet<String>,
    pub(crate) hint: String,
    pub(crate) value: String,
    pub(crate) place: String,
    pub(crate) which: String,
    pub(crate) why: String,
}

/// The tools that are asked for, in their order.
pub(crate) struct Found<'a> {
    pub(crate) rows: Vec<&'a Arc<Row>>,
    /// How many there would be of each behaviour if none were asked for.
    by_behaviour: [usize; 4],
}

/// `GET /tools`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Extension(surveys): Extension<Arc<Surveys>>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, "/tools")?;
    pages.gateway.settled(Patience::Greeting).await;
    let wish = Wish::read(&uri, &pages.gateway)?;
    let drawing = Drawing {
        gateway: &pages.gateway,
        surveys: &surveys,
        visitor: &visitor,
        done: bulk::done(&uri),
    };
    drawing
        .draw(StatusCode::OK, &wish, None, Typed::default())
        .await
}

/// What it takes to draw the list.
pub(crate) struct Drawing<'a> {
    pub(crate) gateway: &'a Gateway,
    pub(crate) surveys: &'a Surveys,
    pub(crate) visitor: &'a Visitor,
    /// What has just been done.
    pub(crate) done: Option<String>,
}

// === impl Drawing ===

impl Drawing<'_> {
    /// The list, with what somebody has written into its form and what is wrong with that.
    pub(crate) async fn draw(
        self,
        status: StatusCode,
        wish: &Wish,
        problem: Option<String>,
        typed: Typed,
    ) -> Result<Response, Wrong> {
        let survey = survey(self.surveys, self.gateway, wish)?;
        let around = self.surveys.around(self.gateway).await;
        let around = around.map_err(|error| Wrong::refused(&error))?;
        let sources = self.gateway.sources();
        let found = Found::of(&survey, wish);
        let may = self.visitor.identity.may(Role::Editor);
        let pager = Pager::of(wish.page, found.rows.len(), |page| at_page(wish, page));
        let shelves = groups::shelves(&found.rows, wish, &pager, &typed.chosen);
        let names = sources.iter().map(|source| source.name.to_string());
        let names: Vec<_> = names.collect();
        let tokens: usize = found.rows.iter().map(|row| row.tokens).sum();
        let waiting = around.suggestions.len();
        let open = problem.is_some();
        let view = View {
            frame: Frame::of("Tools", Section::Tools, self.visitor)
                .wide()
                .beside("/tools", &BESIDE)
                .done(self.done),
            problem,
            nothing: Nothing::of(&survey, &found, sources.len(), wish),
            found: many(found.rows.len(), "tool"),
            tokens: many(tokens, "token"),
            tabs: controls::tabs(wish, &found.by_behaviour),
            chips: controls::chips(wish),
            cleared: wish.cleared(),
            controls: Controls::of(wish, &names, &around),
            shelves,
            pager,
            suggestions: (waiting > 0).then(|| many(waiting, "suggestion")),
            legend: Legend,
            editing: may.then(|| Editing {
                field: self.visitor.field(bulk::PATH),
                from: wish.text(),
                all: thousands(found.rows.len()),
                places: controls::places(wish),
                typed,
                open,
            }),
            lacks: (!may).then(|| self.visitor.lacks(Role::Editor)),
        };
        Ok(page(status, &view))
    }
}

/// The tools at the endpoint that is asked for.
pub(crate) fn survey(
    surveys: &Surveys,
    gateway: &Gateway,
    wish: &Wish,
) -> Result<Arc<Survey>, Wrong> {
    surveys.of(gateway, &wish.endpoint).map_err(|error| {
        // It was there when the address was read.
        let sentence = format!("This cannot be shown: {error}.");
        Wrong::new(StatusCode::NOT_FOUND, "There is no such list", sentence)
            .way("/tools", "All tools")
    })
}

fn at_page(wish: &Wish, page: usize) -> String {
    let page = Wish {
        page,
        ..wish.clone()
    };
    page.address()
}

// === impl Found ===

impl<'a> Found<'a> {
    pub(crate) fn of(survey: &'a Survey, wish: &Wish) -> Self {
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
fn place(behaviour: Behaviour) -> usize {
    let mut all = Behaviour::ALL.iter();
    all.position(|one| *one == behaviour).unwrap_or_default()
}

// === impl Nothing ===

impl Nothing {
    fn of(survey: &Survey, found: &Found<'_>, sources: usize, wish: &Wish) -> Option<Self> {
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

impl Editing {
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
pub(crate) fn tool_page(row: &Row, wish: &Wish) -> String {
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
