//! `GET /tokens`.

use axum::Json;
use axum::extract::State;
use candor_model::TokenId;

use super::view::TokenView;
use crate::document::refusals::BadQuery;
use crate::page::{self, Page};
use crate::problem::Problem;
use crate::query::{PageQuery, QueryOf};
use crate::router::Api;
use crate::time;

/// Lists tokens, newest first, also those that do not work any more.
#[utoipa::path(
    get,
    path = "/tokens",
    operation_id = "list_tokens",
    tag = "tokens",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of tokens.", body = Page<TokenView>),
        BadQuery,
    )
)]
pub(crate) async fn list(
    State(api): State<Api>,
    QueryOf(query): QueryOf<PageQuery>,
) -> Result<Json<Page<TokenView>>, Problem> {
    let limit = page::limit(query.limit.as_deref())?;
    let after = page::after_id(query.after.as_deref(), TokenId::parse)?;
    let tokens = api.gateway.desk().tokens().await?;
    let now = time::now_micros();
    let page = page::newest_first(
        tokens,
        after,
        limit,
        |token| token.id,
        |token| TokenView::of(&token, now),
    );
    Ok(Json(page))
}
