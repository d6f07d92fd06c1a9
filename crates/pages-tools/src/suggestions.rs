//! What Candor would say if a person agreed, and on what evidence.

pub(crate) mod accept;

use std::collections::HashSet;
use std::fmt::Display;
use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Frame, Outside, Pager, Pages, Section, Visitor, Wrong, page, query};
use candor_gateway::desk::Suggestion;
use candor_gateway::{Gateway, Patience};
use candor_model::{Role, SourceName};
use http::{StatusCode, Uri};

use crate::survey::{Around, Surveys};
use crate::thousands::{many, thousands};
use crate::wish::{self, behind, brief};
use crate::{BESIDE, bulk};

/// Where the list is.
pub(crate) const PATH: &str = "/tools/suggestions";

/// How sure at least, in percent.
const LEAST: [u8; 5] = [50, 70, 80, 90, 95];

/// Which suggestions are asked for.
#[derive(Clone, Debug)]
pub(crate) struct Which {
    source: Option<SourceName>,
    least: u8,
    page: usize,
}

#[derive(Template)]
#[template(path = "suggestions.html")]
struct View {
    frame: Frame,
    problem: Option<String>,
    /// Whether nothing waits at all.
    none: bool,
    found: String,
    count: String,
    sources: Vec<(String, bool)>,
    least: Vec<(u8, bool)>,
    items: Vec<Item>,
    pager: Pager,
    field: Option<String>,
    lacks: Option<String>,
    from: String,
    why: String,
}

/// One suggestion.
struct Item {
    /// What its box says.
    key: String,
    name: Outside,
    to: String,
    hint: &'static str,
    value: bool,
    confidence: u8,
    evidence: Vec<Outside>,
    chosen: bool,
}

/// What somebody has written into the form.
#[derive(Default)]
pub(crate) struct Typed {
    chosen: HashSet<String>,
    why: String,
}

/// `GET /tools/suggestions`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Extension(surveys): Extension<Arc<Surveys>>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, PATH)?;
    pages.gateway.settled(Patience::Greeting).await;
    let which = Which::read(&uri, &pages.gateway)?;
    let around = surveys.around(&pages.gateway).await;
    let around = around.map_err(|error| Wrong::refused(&error))?;
    let view = View::of(
        &pages.gateway,
        &around,
        &visitor,
        &which,
        None,
        Typed::default(),
    );
    let view = View {
        frame: view.frame.done(bulk::done(&uri)),
        ..view
    };
    Ok(page(StatusCode::OK, &view))
}

// === impl Which ===

impl Which {
    fn read(uri: &Uri, gateway: &Gateway) -> Result<Self, Wrong> {
        let given = |name| query::get(uri, name).filter(|value| !value.is_empty());
        let mut problems = Vec::new();
        let mut which = Self {
            source: None,
            least: LEAST[0],
            page: 1,
        };
        if let Some(value) = given("source") {
            let mut known = gateway.sources().into_iter().map(|source| source.name);
            which.source = known.find(|name| name.as_str() == value);
            if which.source.is_none() {
                problems.push(format!("There is no source `{}`.", brief(&value)));
            }
        }
        if let Some(value) = given("least") {
            match value.parse().ok().filter(|least| LEAST.contains(least)) {
                Some(least) => which.least = least,
                None => problems.push(format!("`least` cannot be `{}`.", brief(&value))),
            }
        }
        if let Some(value) = given("page") {
            match wish::page(&value) {
                Some(page) => which.page = page,
                None => problems.push(format!("`page` cannot be `{}`.", brief(&value))),
            }
        }
        wish::refuse(problems, PATH, "All suggestions")?;
        Ok(which)
    }

    fn read_text(text: &str, gateway: &Gateway) -> Result<Self, Wrong> {
        Self::read(&behind(PATH, text)?, gateway)
    }

    fn includes(&self, one: &Suggestion) -> bool {
        self.source
            .as_ref()
            .is_none_or(|source| source == one.tool.name.source())
            && one.finding.confidence.percent() >= self.least
    }

    fn address(&self, page: usize) -> String {
        let source = self.source.as_ref().map(ToString::to_string);
        let least = self.least.to_string();
        let page = page.to_string();
        let unless = |is: bool, text: String| if is { String::new() } else { text };
        let least = unless(self.least == LEAST[0], least);
        let page = unless(page == "1", page);
        let pairs = [
            ("source", source.as_deref().unwrap_or_default()),
            ("least", &least),
            ("page", &page),
        ];
        query::with_all(PATH, pairs)
    }
}

// === impl View ===

impl View {
    fn of(
        gateway: &Gateway,
        around: &Around,
        visitor: &Visitor,
        which: &Which,
        problem: Option<String>,
        typed: Typed,
    ) -> Self {
        let open = around.suggestions.iter().filter(|one| which.includes(one));
        let open: Vec<_> = open.collect();
        let pager = Pager::of(which.page, open.len(), |page| which.address(page));
        let items = pager.cut(&open).iter();
        let may = visitor.identity.may(Role::Editor);
        let here = which.address(pager.page());
        Self {
            frame: Frame::of("Suggestions", Section::Tools, visitor)
                .wide()
                .beside(PATH, &BESIDE),
            problem,
            none: around.suggestions.is_empty(),
            found: many(open.len(), "suggestion"),
            count: thousands(open.len()),
            sources: gateway
                .sources()
                .into_iter()
                .map(|source| {
                    (
                        source.name.to_string(),
                        which.source.as_ref() == Some(&source.name),
                    )
                })
                .collect(),
            least: LEAST.map(|least| (least, least == which.least)).to_vec(),
            items: items.map(|one| Item::of(one, &typed.chosen)).collect(),
            pager,
            field: may.then(|| visitor.field(accept::PATH)),
            lacks: (!may).then(|| visitor.lacks(Role::Editor)),
            from: here
                .split_once('?')
                .map(|(_, text)| text.to_owned())
                .unwrap_or_default(),
            why: typed.why,
        }
    }
}

// === impl Item ===

impl Item {
    fn of(one: &Suggestion, chosen: &HashSet<String>) -> Self {
        let Suggestion { tool, finding } = one;
        let name = tool.name.to_string();
        let key = key(one);
        Self {
            chosen: chosen.contains(&key),
            key,
            to: query::path(&["tools", &name]),
            name: Outside::short(&name, 400),
            hint: finding.hint.word(),
            value: finding.value,
            confidence: finding.confidence.percent(),
            evidence: finding
                .evidence
                .iter()
                .map(|text| Outside::short(text, 300))
                .collect(),
        }
    }
}

/// A suggestion in a form: the tool as a segment of a path, which holds no blank, and the hint.
pub(crate) fn key(one: &Suggestion) -> String {
    let name = query::path(&[&one.tool.name.to_string()]).split_off(1);
    format!("{name} {}", one.finding.hint.key())
}

/// Why somebody agrees.
pub(crate) fn because(confidence: impl Display, evidence: &str) -> String {
    format!("accepted a suggestion of {confidence}: {evidence}")
}
