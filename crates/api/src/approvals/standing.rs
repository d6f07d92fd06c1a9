//! `GET /approvals/standing`, and one of them: what goes on counting, and taking it back.

mod view;

use axum::Json;
use axum::extract::State;
use candor_model::GrantId;
use http::StatusCode;

use self::view::StandingView;
use crate::author::Who;
use crate::body::NoBody;
use crate::document::refusals::{BadQuery, NotThere};
use crate::page::{self, Page};
use crate::path::PathOf;
use crate::problem::Problem;
use crate::query::{PageQuery, QueryOf, WhyQuery};
use crate::router::Api;

/// Lists approvals that go on counting, newest first.
#[utoipa::path(
    get,
    path = "/approvals/standing",
    operation_id = "list_standing_approvals",
    tag = "approvals",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of standing approvals.", body = Page<StandingView>),
        BadQuery,
    )
)]
pub(crate) async fn list(
    State(api): State<Api>,
    QueryOf(query): QueryOf<PageQuery>,
) -> Result<Json<Page<StandingView>>, Problem> {
    let limit = page::limit(query.limit.as_deref())?;
    let after = page::after_id(query.after.as_deref(), GrantId::parse)?;
    let grants = api.gateway.approvals().grants().await?;
    let page = page::newest_first(
        grants,
        after,
        limit,
        |grant| grant.id,
        |grant| StandingView::of(&grant),
    );
    Ok(Json(page))
}

/// Shows one approval that goes on counting.
#[utoipa::path(
    get,
    path = "/approvals/standing/{id}",
    operation_id = "show_standing_approval",
    tag = "approvals",
    params(("id" = String, Path, description = "Its id.")),
    responses(
        (status = 200, description = "The standing approval.", body = StandingView),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn show(
    State(api): State<Api>,
    PathOf(text): PathOf<String>,
) -> Result<Json<StandingView>, Problem> {
    let id = id(&text)?;
    let grants = api.gateway.approvals().grants().await?;
    let found = grants.iter().find(|grant| grant.id == id);
    let found = found.ok_or_else(|| unknown(&text))?;
    Ok(Json(StandingView::of(found)))
}

/// Takes an approval back that goes on counting. From then on, somebody is asked again.
#[utoipa::path(
    delete,
    path = "/approvals/standing/{id}",
    operation_id = "revoke_standing_approval",
    tag = "approvals",
    params(("id" = String, Path, description = "Its id."), WhyQuery),
    responses(
        (status = 204, description = "It counts no more."),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn revoke(
    State(api): State<Api>,
    who: Who,
    PathOf(text): PathOf<String>,
    QueryOf(query): QueryOf<WhyQuery>,
    _: NoBody,
) -> Result<StatusCode, Problem> {
    let author = who.author(query.why);
    api.gateway.approvals().revoke(id(&text)?, author).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn id(text: &str) -> Result<GrantId, Problem> {
    GrantId::parse(text).ok_or_else(|| unknown(text))
}

fn unknown(text: &str) -> Problem {
    let short: String = text.chars().take(60).collect();
    let short = short.escape_debug();
    Problem::unknown(format!("there is no standing approval `{short}`"))
}
