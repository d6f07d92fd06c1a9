//! Access tokens and their roles.

mod lifetime;

use candor_model::{AccessToken, Role, Roles, TokenId};

use crate::enums::RoleWord;
use crate::prelude::*;

/// A token. Its text is shown once, when it is made.
#[derive(Serialize, ToSchema)]
#[schema(as = Token)]
pub(crate) struct TokenView {
    /// The id of the token. It is not secret, and is part of the token's text.
    id: String,
    /// The name that its holder acts under.
    name: String,
    /// What its holder may do.
    roles: Vec<RoleWord>,
    /// Whether it is valid now.
    works: bool,
    /// Who made it.
    created_by: String,
    /// When it was created.
    #[schema(format = DateTime)]
    created: String,
    /// When it expires; null for never.
    #[schema(format = DateTime)]
    expires: Option<String>,
    /// When it was revoked.
    #[schema(format = DateTime)]
    revoked: Option<String>,
    /// When it was last used, to the minute.
    #[schema(format = DateTime)]
    used: Option<String>,
}

/// Lists tokens, newest first, including revoked and expired ones.
#[utoipa::path(
    get,
    path = "/tokens",
    params(PageQuery),
    responses(
        (status = 200, description = "A page of tokens.", body = ListPage<TokenView>),
        BadQuery,
    )
)]
pub(crate) async fn list_tokens(
    State(api): State<ApiState>,
    QueryParams(query): QueryParams<PageQuery>,
) -> Result<Json<ListPage<TokenView>>, ApiProblem> {
    let limit = list_page::limit(query.limit.as_deref())?;
    let after = list_page::after_id(query.after.as_deref(), TokenId::parse)?;
    let tokens = api.gateway.editor().tokens().await?;
    let now = time::now_micros();
    let view = |token: AccessToken| TokenView::of(&token, now);
    let page = list_page::newest_first(tokens, after, limit, |token| token.id, view);
    Ok(Json(page))
}

/// A token to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    /// The name that its holder acts under. No token that works has it already.
    #[schema(pattern = "^[a-z0-9._-]{1,64}$")]
    name: String,
    /// What its holder may do; at least one.
    #[schema(min_items = 1)]
    roles: Vec<RoleWord>,
    /// How long it works: a whole number and `s`, `m`, `h` or `d`, or `never` for no expiry. 90
    /// days by default.
    #[schema(example = "90d")]
    expires_in: Option<String>,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

/// A token that was made, with its text.
#[derive(Serialize, ToSchema)]
#[schema(as = MadeToken)]
pub(crate) struct CreatedToken {
    #[serde(flatten)]
    token: TokenView,
    /// What its holder sends after `Authorization: Bearer`. It is not shown again.
    text: String,
}

/// Creates a token. Only this response contains its text.
#[utoipa::path(
    post,
    path = "/tokens",
    request_body = NewToken,
    responses((status = 201, description = "It was created.", body = CreatedToken), BadBody, InTheWay)
)]
pub(crate) async fn create_token(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(new): JsonBody<NewToken>,
) -> Result<(StatusCode, Json<CreatedToken>), ApiProblem> {
    let lasts = lifetime::read(new.expires_in.as_deref())?;
    let roles: Roles = new.roles.into_iter().map(Role::from).collect();
    let author = who.author(new.why);
    let editor = api.gateway.editor();
    let (token, text) = editor
        .create_token(&new.name, roles, lasts, &author)
        .await?;
    let made = CreatedToken {
        token: TokenView::of(&token, time::now_micros()),
        text: text.expose().clone(),
    };
    Ok((StatusCode::CREATED, Json(made)))
}

// === impl NewToken ===

impl RequestBody for NewToken {
    const SHAPE: &'static str = "an object with `name`, `roles`, a list of `viewer`, `caller`, \
        `approver`, `editor` and `admin`, and perhaps `expires_in`, such as `90d`, and `why`";
}

/// Revokes a token. It stops working at once.
#[utoipa::path(
    delete,
    path = "/tokens/{id}",
    params(("id" = String, Path, description = "Its id, or its name."), ReasonQuery),
    responses((status = 204, description = "The token is revoked."), BadName)
)]
pub(crate) async fn revoke_token(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(id): PathParams<String>,
    QueryParams(query): QueryParams<ReasonQuery>,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let author = who.author(query.why);
    api.gateway.editor().revoke_token(&id, &author).await?;
    Ok(StatusCode::NO_CONTENT)
}

// === impl TokenView ===

impl TokenView {
    fn of(token: &AccessToken, now_micros: i64) -> Self {
        Self {
            id: token.id.to_string(),
            name: token.name.clone(),
            roles: token.roles.iter().map(Into::into).collect(),
            works: token.works_at(now_micros),
            created_by: token.created_by.clone(),
            created: time::of_micros(token.created_micros),
            expires: token.expires_micros.map(time::of_micros),
            revoked: token.revoked_micros.map(time::of_micros),
            used: token.used_micros.map(time::of_micros),
        }
    }
}
