//! Calls that wait for somebody: the newest first, each to be answered where it stands.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{
    Form, Frame, Pages, ROWS, Section, Trail, Visitor, Wrong, now_micros, page, query, see,
};
use candor_model::{Answer, Approval, ApprovalId, ApprovalState, Role};
use candor_store::ApprovalFilter;
use http::{StatusCode, Uri};

use crate::approvals::BESIDE;
use crate::approvals::answer::Said;
use crate::approvals::choices::Reach;
use crate::approvals::decide::judge;
use crate::approvals::place::before;
use crate::approvals::row::{May, Row};
use crate::approvals::show::parse;

/// Where both the list and its forms are.
const PATH: &str = "/approvals";

#[derive(Template)]
#[template(path = "inbox.html")]
struct View {
    frame: Frame,
    rows: Vec<Row>,
    /// How many wait, also those that are not on this page.
    count: u64,
    /// What makes the forms ours.
    field: String,
    /// Why there are none, for whoever may only look.
    lacks: Option<String>,
    /// What is wrong with what was sent.
    problem: Option<String>,
    /// Whether something has just been answered, so that the next one is to be looked at.
    answered: bool,
    trail: Trail,
}

/// `GET /approvals`
pub(crate) async fn list(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, PATH)?;
    let done = query::get(&uri, "done");
    let done = done.as_deref().and_then(|word| match word {
        "approved" => Some("Approved: the call is made."),
        "denied" => Some("Denied: the caller is told."),
        _ => None,
    });
    let frame = frame(&visitor).done(done);
    let before = before(&uri, PATH)?;
    draw(&pages, &visitor, frame, before, None).await
}

/// `POST /approvals`
pub(crate) async fn answer(
    State(pages): State<Pages>,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    visitor.check(PATH, &form)?;
    visitor.needs(Role::Approver, PATH)?;
    let id = parse(&form.get("id").unwrap_or_default())?;
    // What counts for more than a call is chosen on the page of the question.
    let answer = Said::default().answer(&form, Reach::Narrow)?;
    let done = match answer {
        Answer::Approve(_) => "approved",
        Answer::Deny => "denied",
    };
    let desk = pages.gateway.approvals();
    let Err(error) = desk.decide(id, answer, visitor.author(None)).await else {
        return Ok(see(&query::with(PATH, "done", done)));
    };
    let problem = judge(&error, &id.to_string())?;
    draw(&pages, &visitor, frame(&visitor), None, Some(problem)).await
}

fn frame(visitor: &Visitor) -> Frame {
    Frame::of("Calls that wait", Section::Approvals, visitor).beside(PATH, &BESIDE)
}

async fn draw(
    pages: &Pages,
    visitor: &Visitor,
    frame: Frame,
    before: Option<ApprovalId>,
    problem: Option<(StatusCode, String)>,
) -> Result<Response, Wrong> {
    let filter = ApprovalFilter {
        states: vec![ApprovalState::Pending],
        ..ApprovalFilter::default()
    };
    let found = pages.gateway.approvals().list(&filter, before, ROWS).await;
    let found = found.map_err(|error| Wrong::refused(&error))?;
    // What has expired and was not marked yet waits no more.
    let now = now_micros();
    let open = |one: &&Approval| one.state_at(now) == ApprovalState::Pending;
    let rows = found.approvals.iter().filter(open);
    let may = visitor.identity.may(Role::Approver);
    let (status, problem) = problem.unzip();
    let older = found.next.map(|next| next.to_string());
    let older = older.map(|older| query::with(PATH, "before", &older));
    let rows: Vec<_> = rows.map(|one| Row::of(pages, visitor, one)).collect();
    let here = rows.len() as u64;
    let view = View {
        count: match older {
            Some(_) => visitor.waiting.max(here),
            None => here,
        },
        rows,
        field: visitor.field(PATH),
        lacks: (!may).then(|| visitor.lacks(Role::Approver)),
        answered: frame.done.is_some() || problem.is_some(),
        frame,
        problem,
        trail: Trail::new(PATH, before.is_none(), older)
            .also("/approvals/decided", "Decided calls"),
    };
    Ok(page(status.unwrap_or(StatusCode::OK), &view))
}
