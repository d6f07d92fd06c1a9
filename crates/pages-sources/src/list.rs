//! `GET /sources`: where tools come from, and how that is going.

use std::collections::HashMap;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Frame, Pager, Pages, Section, Visitor, Wrong, page, query};
use candor_model::{Role, SourceName};
use http::{StatusCode, Uri};

use crate::health::{self, Health};
use crate::numbers::{Numbers, Portion, Tally};
use crate::place;
use crate::plan::TrustWords;
use crate::saved::{self, Known};

#[derive(Template)]
#[template(path = "sources.html")]
struct View {
    frame: Frame,
    items: Vec<Item>,
    /// How many there are in all.
    count: usize,
    /// How many of them answer.
    ready: usize,
    pager: Pager,
    /// Why this visitor can add none.
    closed: Option<String>,
}

/// One source.
struct Item {
    to: String,
    name: String,
    health: Health,
    kind: Option<&'static str>,
    trust: Option<TrustWords>,
    /// Whether it was added here.
    ours: bool,
    served: usize,
    tools_to: String,
    portions: Vec<Portion>,
    withheld: usize,
    tokens: usize,
    findings: usize,
}

/// `GET /sources`
pub(crate) async fn list(
    State(pages): State<Pages>,
    Extension(tally): Extension<Tally>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, place::ALL)?;
    let all = saved::all(&pages);
    let answers = |known: &&Known| {
        let status = known.status.as_ref();
        status.is_some_and(|status| status.state.is_ready())
    };
    let (count, ready) = (all.len(), all.iter().filter(answers).count());
    let leaf = Pager::at(&uri, count, place::ALL, &[]);
    let numbers = tally.of(&pages.gateway.catalogue());
    let may = visitor.identity.may(Role::Admin);
    let view = View {
        frame: Frame::of("Sources", Section::Sources, &visitor)
            .wide()
            .done(done(&uri)),
        count,
        ready,
        closed: (!may).then(|| visitor.lacks(Role::Admin)),
        items: leaf
            .cut(&all)
            .iter()
            .map(|known| Item::of(known, &numbers))
            .collect(),
        pager: leaf,
    };
    Ok(page(StatusCode::OK, &view))
}

/// What has just been done.
fn done(uri: &Uri) -> Option<&'static str> {
    match query::get(uri, "done")?.as_str() {
        "added" => Some("The sources were added and are starting."),
        "removed" => Some("The source was removed."),
        _ => None,
    }
}

// === impl Item ===

impl Item {
    fn of(known: &Known, numbers: &HashMap<SourceName, Numbers>) -> Self {
        let numbers = numbers.get(&known.name).cloned().unwrap_or_default();
        let status = known.status.as_ref();
        Self {
            to: place::of(&known.name),
            name: known.name.to_string(),
            health: known.health(),
            kind: known.kind().map(health::kind),
            trust: known.trust().map(TrustWords::of),
            ours: known.is_ours(),
            served: numbers.served(),
            tools_to: query::with("/tools", "source", known.name.as_str()),
            portions: numbers.portions(&known.name),
            withheld: numbers.withheld,
            tokens: numbers.tokens,
            findings: status.map_or(0, |status| status.findings.len()),
        }
    }
}
