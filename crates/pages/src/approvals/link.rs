//! What a link leads to that was sent to somebody who need not be known here.
//!
//! Looking changes nothing, so that it does no harm if a mail program or a chat looks first. The
//! link answers for one call, or for the same call again, and only as long as nobody has
//! answered; from then on it shows what became of the call, and nothing of what was in it.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::{Link, LinkError};
use candor_model::{Approval, Author, Door};
use http::StatusCode;

use crate::approvals::answer::Said;
use crate::approvals::choices::{Choices, Reach};
use crate::approvals::decide::judge;
use crate::approvals::outcome::Outcome;
use crate::approvals::shown_card::ShownCard;
use candor_frame::Pages;
use candor_frame::field::{self, FormKey};
use candor_frame::form::Form;
use candor_frame::frame::{Frame, page, see};
use candor_frame::segment::Segment;
use candor_frame::wrong::Wrong;

/// The longest link that can be one of ours, in bytes.
const MAX: usize = 4_000;

#[derive(Template)]
#[template(path = "link.html")]
struct View {
    frame: Frame,
    shown: ShownCard,
    outcome: Option<Outcome>,
    choices: Option<Choices>,
    problem: Option<String>,
}

/// `GET /a/{link}`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Segment(sealed): Segment,
) -> Result<Response, Wrong> {
    let (approval, link) = open(&pages, &sealed).await?;
    draw(&sealed, &link, &approval, StatusCode::OK, None)
}

/// `POST /a/{link}`
pub(crate) async fn decide(
    State(pages): State<Pages>,
    Segment(sealed): Segment,
    form: Form,
) -> Result<Response, Wrong> {
    let (approval, link) = open(&pages, &sealed).await?;
    let here = path(&sealed);
    let given = form.get(field::NAME).unwrap_or_default();
    if !FormKey::of(&sealed).admits(&here, &link.to, &given) {
        return Err(Wrong::not_ours(&here));
    }
    let said = Said::of(&form);
    let answer = said.answer(&form, Reach::Narrow)?;
    let author = Author {
        name: format!("link to {}", link.to),
        door: Door::Link,
        why: said.why.clone(),
    };
    let desk = pages.gateway.approvals();
    let Err(error) = desk.decide(approval.id, answer, author).await else {
        return Ok(see(&here));
    };
    let (status, sentence) = judge(&error, &approval.id.to_string())?;
    let (approval, link) = open(&pages, &sealed).await?;
    draw(&sealed, &link, &approval, status, Some((said, sentence)))
}

fn draw(
    sealed: &str,
    link: &Link,
    approval: &Approval,
    status: StatusCode,
    sent: Option<(Said, String)>,
) -> Result<Response, Wrong> {
    let shown = ShownCard::of(approval)?;
    let outcome = Outcome::of(approval);
    let (said, problem) = sent.unzip();
    let said = said.unwrap_or_default();
    let choices = outcome.is_none().then(|| {
        let to = path(sealed);
        let field = FormKey::of(sealed).value(&to, &link.to);
        Choices::of(approval, &shown, Reach::Narrow, to, field, &said)
    });
    let view = View {
        frame: Frame::bare(shown.name()),
        shown,
        outcome,
        choices,
        problem,
    };
    Ok(page(status, &view))
}

fn path(sealed: &str) -> String {
    format!("/a/{sealed}")
}

async fn open(pages: &Pages, sealed: &str) -> Result<(Approval, Link), Wrong> {
    let forged = || {
        Wrong::new(
            StatusCode::NOT_FOUND,
            "This link is not whole",
            "It was changed or cut short on its way, or it is not one of ours.",
        )
        .and("Open it again from where it was sent to you, and see that all of it is taken.")
    };
    if sealed.len() > MAX {
        return Err(forged());
    }
    let opened = pages.gateway.approvals().open_link(sealed).await;
    opened.map_err(|error| match error {
        LinkError::Forged => forged(),
        LinkError::Gone => Wrong::new(
            StatusCode::GONE,
            "This link is too old",
            "The call that it is about is not kept any more.",
        ),
        LinkError::Seal(error) => Wrong::failed(&error),
        LinkError::Store(error) => Wrong::failed(&error),
    })
}
