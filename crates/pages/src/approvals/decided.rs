//! Calls that were decided about: the newest first, a page at a time.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_card::Card;
use candor_frame::{
    Frame, Moment, Pages, ROWS, Section, Trail, Visitor, Wrong, now_micros, page, query,
};
use candor_model::{Approval, ApprovalState, Role};
use candor_store::ApprovalFilter;
use http::{StatusCode, Uri};

use crate::approvals::outcome::Outcome;
use crate::approvals::place::before;
use crate::approvals::{BESIDE, show};

/// Where the list is.
const PATH: &str = "/approvals/decided";

#[derive(Template)]
#[template(path = "decided.html")]
struct View {
    frame: Frame,
    items: Vec<Item>,
    trail: Trail,
}

/// One line.
struct Item {
    to: String,
    line: String,
    asked: Moment,
    outcome: Option<Outcome>,
}

/// `GET /approvals/decided`
pub(crate) async fn list(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, PATH)?;
    let before = before(&uri, PATH)?;
    let decided = |state: &ApprovalState| *state != ApprovalState::Pending;
    let filter = ApprovalFilter {
        states: ApprovalState::ALL.into_iter().filter(decided).collect(),
        ..ApprovalFilter::default()
    };
    let found = pages.gateway.approvals().list(&filter, before, ROWS).await;
    let found = found.map_err(|error| Wrong::refused(&error))?;
    let older = found.next.map(|next| next.to_string());
    let older = older.map(|older| query::with(PATH, "before", &older));
    let view = View {
        frame: Frame::of("Calls that were decided", Section::Approvals, &visitor)
            .beside(PATH, &BESIDE),
        items: found.approvals.iter().map(Item::of).collect(),
        trail: Trail::new(PATH, before.is_none(), older),
    };
    Ok(page(StatusCode::OK, &view))
}

// === impl Item ===

impl Item {
    fn of(approval: &Approval) -> Self {
        let line = Card::from_json(&approval.card).map(|card| card.line());
        Self {
            to: show::path(approval.id),
            line: line.unwrap_or_else(|_| {
                let tool = &approval.binding.tool;
                format!("{tool} (what is known of this call cannot be read)")
            }),
            asked: Moment::seen(approval.created_micros, now_micros()),
            outcome: Outcome::of(approval),
        }
    }
}
