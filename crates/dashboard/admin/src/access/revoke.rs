//! Revoking a token, after a confirmation.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::wording::brief;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, PathSegment, SiteSection, SubmittedForm,
    now_micros, render_page, see_other,
};
use candor_model::{AccessToken, Role, TokenId};
use http::StatusCode;

use super::PATH;
use super::token::AccessTokenRow;
use crate::form_error::FormError;

#[derive(Template)]
#[template(path = "revoke.html")]
struct TokenRevokePage {
    frame: PageLayout,
    token: AccessTokenRow,
    field: String,
    /// Whether it is the last active admin token of a gateway that requires tokens.
    last: bool,
    why: String,
    problem: Option<String>,
}

/// `GET /access/{id}/revoke`: asks for confirmation before a token is revoked.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(text): PathSegment,
) -> Result<Response, PageError> {
    visitor.needs(Role::Admin, PATH)?;
    let (token, all) = find_token(&pages, &text).await?;
    Ok(draw(&pages, &visitor, &token, &all, (String::new(), None)))
}

/// `POST /access/{id}/revoke`: revokes a token.
pub(crate) async fn revoke(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(text): PathSegment,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    // The id may be written in several ways; the form was made for the canonical one.
    let id = TokenId::parse(&text).ok_or_else(|| none(&text))?;
    visitor.check(&path(id), &sent)?;
    visitor.needs(Role::Admin, PATH)?;
    let (token, all) = find_token(&pages, &text).await?;
    let own = visitor.identity.token == Some(id);
    let why = sent.get("why").unwrap_or_default();
    if own && sent.get("own").is_none() {
        let problem =
            FormError::invalid("you are signed in with this token; tick the box to confirm");
        return Ok(draw(&pages, &visitor, &token, &all, (why, Some(problem))));
    }
    let author = visitor.author(sent.get("why"));
    // Names have no capital letters, so the id cannot be mistaken for a name.
    let which = id.to_string().to_uppercase();
    match pages.gateway.editor().revoke_token(&which, &author).await {
        Ok(_) => Ok(see_other(&format!("{PATH}?done=revoked"))),
        Err(error) => {
            let problem = FormError::of(&error).map_err(|wrong| wrong.link(PATH, "Access"))?;
            Ok(draw(&pages, &visitor, &token, &all, (why, Some(problem))))
        }
    }
}

fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    token: &AccessToken,
    all: &[AccessToken],
    (why, problem): (String, Option<FormError>),
) -> Response {
    let now = now_micros();
    let admin = |other: &&AccessToken| other.works_at(now) && other.roles.include(Role::Admin);
    let mut others = all.iter().filter(|other| other.id != token.id);
    let last = admin(&token) && !others.any(|other| admin(&other)) && pages.gateway.needs_tokens();
    let status = problem
        .as_ref()
        .map_or(StatusCode::OK, |problem| problem.status);
    let view = TokenRevokePage {
        frame: PageLayout::of("Revoke token", SiteSection::Access, visitor),
        field: visitor.field(&path(token.id)),
        token: AccessTokenRow::of(token, &visitor.identity, now),
        last,
        why,
        problem: problem.map(|problem| problem.sentence),
    };
    render_page(status, &view)
}

fn path(id: TokenId) -> String {
    format!("{PATH}/{id}/revoke")
}

/// A token that is not revoked, and all tokens.
async fn find_token(
    pages: &DashboardState,
    text: &str,
) -> Result<(AccessToken, Vec<AccessToken>), PageError> {
    let id = TokenId::parse(text).ok_or_else(|| none(text))?;
    let all = pages.gateway.editor().tokens().await;
    let all = all.map_err(|error| PageError::refused(&error))?;
    let known = all.iter().find(|token| token.id == id);
    let known = known.filter(|token| token.revoked_micros.is_none());
    match known.cloned() {
        Some(token) => Ok((token, all)),
        None => Err(none(text)),
    }
}

fn none(text: &str) -> PageError {
    let text = brief(text);
    PageError::new(
        StatusCode::NOT_FOUND,
        "Token not found",
        format!("There is no active token `{text}`. It may already be revoked."),
    )
    .link(PATH, "Access")
}
