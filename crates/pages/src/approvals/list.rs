//! Calls that wait, and those that were decided about: the newest first, a page at a time.

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use candor_card::Card;
use candor_model::{Approval, ApprovalId, ApprovalState, Role};
use candor_store::ApprovalFilter;
use http::{StatusCode, Uri};

use crate::approvals::BESIDE;
use crate::approvals::outcome::Outcome;
use candor_frame::Pages;
use candor_frame::clock::{Moment, now_micros};
use candor_frame::frame::{Frame, Section, page};
use candor_frame::query;
use candor_frame::visitor::Visitor;
use candor_frame::wrong::Wrong;

/// How many are on a page.
const PAGE: usize = 50;

#[derive(Template)]
#[template(path = "approvals.html")]
struct View {
    frame: Frame,
    waiting: bool,
    items: Vec<Item>,
    /// Where this list begins.
    first: &'static str,
    /// Whether this is not its beginning.
    later: bool,
    /// Where it goes on.
    next: Option<String>,
}

/// One line.
struct Item {
    to: String,
    line: String,
    asked: Moment,
    expires: Moment,
    outcome: Option<Outcome>,
}

/// `GET /approvals`
pub(crate) async fn pending(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    list(&pages, &visitor, &uri, true).await
}

/// `GET /approvals/decided`
pub(crate) async fn decided(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    list(&pages, &visitor, &uri, false).await
}

async fn list(
    pages: &Pages,
    visitor: &Visitor,
    uri: &Uri,
    waiting: bool,
) -> Result<Response, Wrong> {
    let (first, title) = if waiting {
        ("/approvals", "Calls that wait")
    } else {
        ("/approvals/decided", "Calls that were decided")
    };
    visitor.needs(Role::Viewer, first)?;
    let before = before(uri, first)?;
    let filter = ApprovalFilter {
        states: ApprovalState::ALL
            .into_iter()
            .filter(|state| (*state == ApprovalState::Pending) == waiting)
            .collect(),
        ..ApprovalFilter::default()
    };
    let desk = pages.gateway.approvals();
    let found = desk.list(&filter, before, PAGE).await;
    let found = found.map_err(|error| Wrong::refused(&error))?;
    let items = found.approvals.iter().map(Item::of);
    let view = View {
        frame: Frame::of(title, Section::Approvals, visitor).beside(first, &BESIDE),
        waiting,
        // What has expired and was not marked yet waits no more.
        items: items
            .filter(|item| !waiting || item.outcome.is_none())
            .collect(),
        first,
        later: before.is_some(),
        next: found
            .next
            .map(|next| query::with(first, "before", &next.to_string())),
    };
    Ok(page(StatusCode::OK, &view).into_response())
}

fn before(uri: &Uri, first: &'static str) -> Result<Option<ApprovalId>, Wrong> {
    let Some(text) = query::get(uri, "before") else {
        return Ok(None);
    };
    if let Some(id) = ApprovalId::parse(&text) {
        return Ok(Some(id));
    }
    let text: String = text.chars().take(60).collect();
    Err(Wrong::new(
        StatusCode::BAD_REQUEST,
        "There is no such page",
        format!("`{text}` is no place in this list."),
    )
    .way(first, "From the beginning"))
}

// === impl Item ===

impl Item {
    fn of(approval: &Approval) -> Self {
        let now = now_micros();
        let line = Card::from_json(&approval.card).map(|card| card.line());
        Self {
            to: format!("/approvals/{}", approval.id),
            line: line.unwrap_or_else(|_| {
                let tool = &approval.binding.tool;
                format!("{tool} (what is known of this call cannot be read)")
            }),
            asked: Moment::seen(approval.created_micros, now),
            expires: Moment::seen(approval.expires_micros, now),
            outcome: Outcome::of(approval),
        }
    }
}
