//! One toolset: what is in it and why, what it costs, what it risks.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{
    Badges, Frame, Legend, Outside, Pager, Pages, ROWS, Section, Segment, Visitor, Wrong, page,
    query,
};
use candor_gateway::desk::ToolsetView;
use candor_gateway::{Catalogue, Endpoint, Offered};
use candor_model::{Member, Role, Toolset};
use candor_resolve::Missing;
use http::{StatusCode, Uri};

use crate::head::Head;
use crate::reason;
use crate::risk::Risk;
use crate::risk_view::{Link, NAME, RiskView};
use crate::trust::Trusts;
use crate::words::{self, counted, number, share};
use crate::{address, find};

/// How much of a title is shown.
const TITLE: usize = 100;
/// How much of a description is shown.
const ABOUT: usize = 600;

#[derive(Template)]
#[template(path = "toolset.html")]
struct View {
    frame: Frame,
    head: Head,
    about: Option<Outside>,
    endpoint: String,
    equipped: bool,
    /// For the form that equips it; none for whoever may not.
    equip: Option<String>,
    tools: String,
    tokens: String,
    share: String,
    saved: String,
    version: Option<u64>,
    rows: Vec<Row>,
    pager: Pager,
    missing: Vec<Missed>,
    more_missing: String,
    risk: RiskView,
    asks: Vec<(String, &'static str)>,
    facts: Vec<(&'static str, String)>,
    legend: Legend,
}

/// A tool in it.
struct Row {
    link: Link,
    exposed: String,
    title: Option<Outside>,
    badges: Badges,
    /// The rule that put it there; none where it was picked.
    rule: Option<Outside>,
    asks: Option<&'static str>,
    notes: String,
    /// Where its notes are.
    noted: String,
    tokens: String,
}

/// A member that names nothing now.
struct Missed {
    member: Outside,
    why: String,
    /// Where to look for the reason.
    to: Option<String>,
}

/// `GET /toolsets/{name}`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    let here = address::of(&name);
    visitor.needs(Role::Viewer, &here)?;
    let view = find::view(&pages, &name).await?;
    let place = find::place(&pages, &view);
    let done = query::get(&uri, "done");
    let frame = Frame::of(name.as_str(), Section::Toolsets, &visitor)
        .wide()
        .done(done.as_deref().and_then(done_words));
    let head = Head::of(&view, "", place, &visitor);
    let may = visitor.identity.may(Role::Editor);
    let shown = View {
        equip: may.then(|| visitor.field(address::LIST)),
        ..View::of(frame, head, &view, &pages, &uri)
    };
    Ok(page(StatusCode::OK, &shown))
}

// === impl View ===

impl View {
    fn of(frame: Frame, head: Head, view: &ToolsetView, pages: &Pages, uri: &Uri) -> Self {
        let trusts = Trusts::of(&pages.gateway);
        let (rows, span) = rows(view, uri, &head.to, &trusts);
        let catalogue = pages.gateway.catalogue();
        let missing = view.missing.iter().take(ROWS);
        let more = view.missing.len().saturating_sub(ROWS);
        let toolset = &view.toolset;
        let endpoint = Endpoint {
            toolset: Some(toolset.name.clone()),
            environment: None,
        };
        Self {
            frame,
            head,
            about: Some(Outside::short(&toolset.description, ABOUT))
                .filter(|about| !about.text().is_empty()),
            endpoint: endpoint.to_string(),
            equipped: view.equipped,
            equip: None,
            tools: counted(view.tools.len(), "tool"),
            tokens: number(view.tokens),
            share: share(view.tokens, view.tokens_of_everything),
            saved: number(view.tokens_of_everything.saturating_sub(view.tokens)),
            version: view.version,
            rows,
            pager: span,
            missing: missing.map(|one| Missed::of(one, &catalogue)).collect(),
            more_missing: if more == 0 {
                String::new()
            } else {
                number(more)
            },
            risk: RiskView::of(&Risk::of(view.tools.iter().map(|one| trusts.seen(one)))),
            asks: asks(toolset),
            facts: facts(toolset),
            legend: Legend,
        }
    }
}

/// What has just been done.
fn done_words(word: &str) -> Option<&'static str> {
    match word {
        "made" => Some("The toolset was made. Its endpoint serves it now."),
        "changed" => Some("The toolset was changed. Clients are told."),
        "cloned" => Some("This is the copy, with its notes and what is said about its tools."),
        "restored" => {
            Some("The toolset is what it was. What it was until now is kept as a version.")
        }
        "equipped" => Some("The plain endpoint serves this toolset now."),
        "unequipped" => Some("The plain endpoint serves everything again."),
        _ => None,
    }
}

fn rows(view: &ToolsetView, uri: &Uri, here: &str, trusts: &Trusts) -> (Vec<Row>, Pager) {
    let pager = Pager::at(uri, view.tools.len(), here, &[]);
    let rows = pager.cut(&view.tools).iter();
    let rows = rows.map(|offered| Row::of(offered, view, trusts));
    (rows.collect(), pager)
}

fn asks(toolset: &Toolset) -> Vec<(String, &'static str)> {
    let asks = toolset.confirm.iter();
    let asks = asks.map(|(about, when)| (about.to_string(), words::confirm(*when)));
    asks.collect()
}

/// How its endpoint differs from the plain one.
fn facts(toolset: &Toolset) -> Vec<(&'static str, String)> {
    let profile = toolset.profile.map(|one| words::profile(one).to_owned());
    let provenance = toolset.provenance.map(|on| {
        let said = if on { "said" } else { "not said" };
        said.to_owned()
    });
    let budget = toolset.budget.map(|most| counted(most, "character"));
    let facts = [
        ("Hints", profile),
        ("Where hints come from", provenance),
        ("Description with notes", budget),
    ];
    let facts = facts.into_iter();
    facts
        .filter_map(|(label, value)| Some((label, value?)))
        .collect()
}

// === impl Row ===

impl Row {
    fn of(offered: &Offered, view: &ToolsetView, trusts: &Trusts) -> Self {
        let name = offered.tool.name.to_string();
        let member = reason::of(&view.toolset.members, offered);
        let rule = member.filter(|member| !matches!(member, Member::Tool(_)));
        let title = offered.effective.shown.title();
        let asks = offered.effective.confirm.as_ref();
        let notes = address::part(&view.toolset.name, "notes");
        Self {
            exposed: offered.tool.exposed.to_string(),
            title: title.map(|fact| Outside::short(&fact.value, TITLE)),
            badges: Badges::of(trusts.nature(offered)),
            rule: rule.map(|rule| Outside::short(&rule.to_string(), NAME)),
            asks: asks.map(|fact| words::confirm(fact.value)),
            notes: counted(offered.notes.len(), "note"),
            noted: query::with(&notes, "tool", &name),
            tokens: number(offered.tokens()),
            link: Link::of(&name),
        }
    }
}

// === impl Missed ===

impl Missed {
    fn of(missing: &Missing, catalogue: &Catalogue) -> Self {
        let name = match &missing.member {
            Member::Tool(tool) => tool.name(),
            _ => None,
        };
        let known = name.and_then(|name| catalogue.named(name));
        let waits = known.is_some_and(|tool| tool.quarantine.is_some());
        Self {
            member: Outside::short(&missing.member.to_string(), NAME),
            why: if waits {
                "its definition has changed and waits for somebody to accept it".to_owned()
            } else {
                missing.why.as_str().to_owned()
            },
            to: name
                .filter(|_| known.is_some())
                .map(|name| query::path(&["tools", &name.to_string()])),
        }
    }
}
