//! The rules, and what the house prefers.

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Frame, Pager, Pages, Section, Visitor, Wrong, page, query, see};
use candor_gateway::Gateway;
use candor_gateway::desk::PreferenceView;
use candor_model::{Role, Unset};
use http::{StatusCode, Uri};

use super::key::Key;
use super::prefer::{self, Stated, Typed};
use super::rule::{self, RuleView};
use super::switch::{self, Switch};
use super::{BESIDE, PATH, done};
use crate::problem::Problem;
use crate::span;

/// How many toolsets are offered by name, and how many are shown with what they prefer.
const TOOLSETS: usize = 100;

#[derive(Template)]
#[template(path = "policy.html")]
struct View {
    frame: Frame,
    here: &'static str,
    rules: Vec<RuleView>,
    pager: Pager,
    /// What an unset hint comes to, in a sentence.
    unset: &'static str,
    switches: Vec<Switch>,
    version: u64,
    /// What makes the form ours; nothing for whoever may not state anything.
    field: Option<String>,
    lacks: Option<String>,
    why: String,
    problem: Option<String>,
    places: Vec<Place>,
    /// How many toolsets state something that is not shown.
    more: usize,
    /// Names to choose from.
    names: Vec<String>,
    waits: String,
    stands: String,
    own: bool,
}

/// A toolset that states something of its own.
struct Place {
    name: String,
    to: String,
    /// What, in the words of the file.
    says: Vec<String>,
}

/// `GET /policy`
pub(crate) async fn show(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, PATH)?;
    draw(&pages, &visitor, &uri, None).await
}

/// `POST /policy`
pub(crate) async fn state(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
    sent: Form,
) -> Result<Response, Wrong> {
    visitor.check(PATH, &sent)?;
    visitor.needs(Role::Editor, PATH)?;
    let typed = Typed::of(&sent);
    let stated = prefer::state(&pages.gateway, &visitor, None, &sent, &typed).await;
    match stated.map_err(|wrong| wrong.way(PATH, "Policy"))? {
        Stated::Done => Ok(see(&query::with(PATH, "done", "stated"))),
        Stated::Same => Ok(see(&query::with(PATH, "done", "same"))),
        Stated::Refused(problem) => draw(&pages, &visitor, &uri, Some((typed, problem))).await,
    }
}

async fn draw(
    pages: &Pages,
    visitor: &Visitor,
    uri: &Uri,
    draft: Option<(Typed, Problem)>,
) -> Result<Response, Wrong> {
    let gateway = &pages.gateway;
    let views = gateway.desk().preferences().await;
    let views = views.map_err(|error| Wrong::refused(&error))?;
    let house = gateway.desk().preference(None).await;
    let house = house.map_err(|error| Wrong::refused(&error))?;
    let policy = &gateway.house().policy;
    let mut rules = rule::in_order(policy);
    let leaf = Pager::at(uri, rules.len(), PATH, &[]);
    let rules = rules.drain(leaf.rows()).collect();
    let may = visitor.identity.may(Role::Editor);
    let (typed, problem) = draft.unzip();
    let own: Vec<_> = views.iter().filter_map(Place::of).collect();
    let view = View {
        frame: Frame::of("Policy", Section::Policy, visitor)
            .beside(PATH, &BESIDE)
            .done(done(uri)),
        here: PATH,
        rules,
        pager: leaf,
        unset: match house.effective.unset {
            Unset::Allow => "the call is made, since most clients ask by themselves",
            Unset::Ask => "somebody is asked as well",
        },
        switches: switch::all(&house, typed.as_ref()),
        version: house.version,
        field: may.then(|| visitor.field(PATH)),
        lacks: (!may).then(|| visitor.lacks(Role::Editor)),
        why: typed.map(|typed| typed.why).unwrap_or_default(),
        more: own.len().saturating_sub(TOOLSETS),
        names: names(gateway, &views),
        places: own.into_iter().take(TOOLSETS).collect(),
        waits: span::words(gateway.house().approval_timeout),
        stands: span::words(gateway.house().standing_expiry),
        own: gateway.house().self_approval,
        problem: problem.as_ref().map(|problem| problem.sentence.clone()),
    };
    let status = problem.map_or(StatusCode::OK, |problem| problem.status);
    Ok(page(status, &view))
}

/// Toolsets to choose from: some of those that there are, and those that state something. Others
/// can be typed.
fn names(gateway: &Gateway, views: &[PreferenceView]) -> Vec<String> {
    let known = gateway.desk().toolset_names();
    let stated = views.iter().filter_map(|view| view.toolset.as_ref());
    let all = known.iter().chain(stated).map(ToString::to_string);
    let all: BTreeSet<String> = all.collect();
    all.into_iter().take(TOOLSETS).collect()
}

// === impl Place ===

impl Place {
    /// Nothing for the house, and for a toolset of which nobody says anything any more.
    fn of(view: &PreferenceView) -> Option<Self> {
        let name = view.toolset.as_ref()?;
        let own = view.stated.under(&view.declared);
        let says = Key::ALL.into_iter();
        let says = says.filter_map(|key| Some(format!("{}: {}", key.word(), key.read(&own)?)));
        let says: Vec<_> = says.collect();
        (!says.is_empty()).then(|| Self {
            name: name.to_string(),
            to: query::path(&["policy", "toolsets", name.as_str()]),
            says,
        })
    }
}
