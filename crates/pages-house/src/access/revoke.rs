//! A token is taken back, once somebody has seen whose it is.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Frame, Pages, Section, Segment, Visitor, Wrong, now_micros, page, see};
use candor_model::{Role, Token, TokenId};
use http::StatusCode;

use super::PATH;
use super::token::Row;
use crate::problem::Problem;

#[derive(Template)]
#[template(path = "revoke.html")]
struct View {
    frame: Frame,
    token: Row,
    field: String,
    /// Whether no other token of an admin works, where everybody needs one.
    last: bool,
    why: String,
    problem: Option<String>,
}

/// `GET /access/{id}/revoke`
pub(crate) async fn show(
    State(pages): State<Pages>,
    visitor: Visitor,
    Segment(text): Segment,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Admin, PATH)?;
    let (token, all) = found(&pages, &text).await?;
    Ok(draw(&pages, &visitor, &token, &all, (String::new(), None)))
}

/// `POST /access/{id}/revoke`
pub(crate) async fn revoke(
    State(pages): State<Pages>,
    visitor: Visitor,
    Segment(text): Segment,
    sent: Form,
) -> Result<Response, Wrong> {
    // Whatever way the id was written, the form was made for one.
    let id = TokenId::parse(&text).ok_or_else(|| none(&text))?;
    visitor.check(&path(id), &sent)?;
    visitor.needs(Role::Admin, PATH)?;
    let (token, all) = found(&pages, &text).await?;
    let own = visitor.identity.token == Some(id);
    let why = sent.get("why").unwrap_or_default();
    if own && sent.get("own").is_none() {
        let problem = Problem::invalid(
            "this is the token that you are logged in with; tick the box if you mean it",
        );
        return Ok(draw(&pages, &visitor, &token, &all, (why, Some(problem))));
    }
    let author = visitor.author(sent.get("why"));
    // No name has capitals, so that it cannot be taken for the name of another.
    let which = id.to_string().to_uppercase();
    match pages.gateway.desk().revoke_token(&which, &author).await {
        Ok(_) => Ok(see(&format!("{PATH}?done=revoked"))),
        Err(error) => {
            let problem = Problem::of(&error).map_err(|wrong| wrong.way(PATH, "Access"))?;
            Ok(draw(&pages, &visitor, &token, &all, (why, Some(problem))))
        }
    }
}

fn draw(
    pages: &Pages,
    visitor: &Visitor,
    token: &Token,
    all: &[Token],
    (why, problem): (String, Option<Problem>),
) -> Response {
    let now = now_micros();
    let admin = |other: &&Token| other.works_at(now) && other.roles.include(Role::Admin);
    let mut others = all.iter().filter(|other| other.id != token.id);
    let last = admin(&token) && !others.any(|other| admin(&other)) && pages.gateway.needs_tokens();
    let status = problem
        .as_ref()
        .map_or(StatusCode::OK, |problem| problem.status);
    let view = View {
        frame: Frame::of("Take back a token", Section::Access, visitor),
        field: visitor.field(&path(token.id)),
        token: Row::of(token, &visitor.identity, now),
        last,
        why,
        problem: problem.map(|problem| problem.sentence),
    };
    page(status, &view)
}

fn path(id: TokenId) -> String {
    format!("{PATH}/{id}/revoke")
}

/// A token that was not taken back, and all tokens.
async fn found(pages: &Pages, text: &str) -> Result<(Token, Vec<Token>), Wrong> {
    let id = TokenId::parse(text).ok_or_else(|| none(text))?;
    let all = pages.gateway.desk().tokens().await;
    let all = all.map_err(|error| Wrong::refused(&error))?;
    let known = all.iter().find(|token| token.id == id);
    let known = known.filter(|token| token.revoked_micros.is_none());
    match known.cloned() {
        Some(token) => Ok((token, all)),
        None => Err(none(text)),
    }
}

fn none(text: &str) -> Wrong {
    let text: String = text.chars().take(60).collect();
    Wrong::new(
        StatusCode::NOT_FOUND,
        "There is no such token",
        format!("There is no token `{text}` that could be taken back. Perhaps it was already."),
    )
    .way(PATH, "Access")
}
