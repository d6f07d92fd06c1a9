//! `GET /tokens`.

use candor_model::TokenId;

use super::view::TokenView;
use crate::prelude::*;

/// Lists tokens, newest first, also those that do not work any more.
#[utoipa::path(
    get,
    path = "/tokens",
    operation_id = "list_tokens",
    tag = "tokens",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of tokens.", body = ListPage<TokenView>),
        BadQuery,
    )
)]
pub(crate) async fn list(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<TokenView>>, ApiProblem> {
    let limit = list_page::limit(query.limit.as_deref())?;
    let after = list_page::after_id(query.after.as_deref(), TokenId::parse)?;
    let tokens = api.gateway.editor().tokens().await?;
    let now = time::now_micros();
    let page = list_page::newest_first(
        tokens,
        after,
        limit,
        |token| token.id,
        |token| TokenView::of(&token, now),
    );
    Ok(Json(page))
}
