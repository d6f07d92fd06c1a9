//! `GET /approvals/standing`, and one of them: what goes on counting, and taking it back.

mod view;

use candor_model::GrantId;

use self::view::StandingApprovalView;

use crate::prelude::*;

/// Lists approvals that go on counting, newest first.
#[utoipa::path(
    get,
    path = "/approvals/standing",
    operation_id = "list_standing_approvals",
    tag = "approvals",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of standing approvals.", body = ListPage<StandingApprovalView>),
        BadQuery,
    )
)]
pub(crate) async fn list(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<StandingApprovalView>>, ApiProblem> {
    let limit = list_page::limit(query.limit.as_deref())?;
    let after = list_page::after_id(query.after.as_deref(), GrantId::parse)?;
    let grants = api.gateway.approvals().grants().await?;
    let page = list_page::newest_first(
        grants,
        after,
        limit,
        |grant| grant.id,
        |grant| StandingApprovalView::of(&grant),
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
        (status = 200, description = "The standing approval.", body = StandingApprovalView),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn show(
    State(api): State<ApiState>,
    PathParams(text): PathParams<String>,
) -> Result<Json<StandingApprovalView>, ApiProblem> {
    let id = id(&text)?;
    let grants = api.gateway.approvals().grants().await?;
    let found = grants.iter().find(|grant| grant.id == id);
    let found = found.ok_or_else(|| unknown(&text))?;
    Ok(Json(StandingApprovalView::of(found)))
}

/// Revokes a standing approval. From then on, a person is asked again.
#[utoipa::path(
    delete,
    path = "/approvals/standing/{id}",
    operation_id = "revoke_standing_approval",
    tag = "approvals",
    params(("id" = String, Path, description = "Its id."), ReasonQuery),
    responses(
        (status = 204, description = "It counts no more."),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn revoke(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(text): PathParams<String>,
    QueryParams(query): QueryParams<ReasonQuery>,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let author = who.author(query.why);
    api.gateway.approvals().revoke(id(&text)?, author).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn id(text: &str) -> Result<GrantId, ApiProblem> {
    GrantId::parse(text).ok_or_else(|| unknown(text))
}

fn unknown(text: &str) -> ApiProblem {
    let short: String = text.chars().take(60).collect();
    let short = short.escape_debug();
    ApiProblem::unknown(format!("there is no standing approval `{short}`"))
}
