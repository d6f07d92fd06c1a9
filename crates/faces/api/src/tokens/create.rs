//! `POST /tokens`.

use candor_model::{Role, Roles};

use super::lifetime;
use super::view::TokenView;
use crate::enums::RoleWord;
use crate::prelude::*;

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
    /// How long it works: a whole number and `s`, `m`, `h` or `d`. Without, until it is taken
    /// back.
    #[schema(example = "90d")]
    expires_in: Option<String>,
    /// Why, in your words. It is kept in the history.
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

/// Makes a token. Its text is in this answer and nowhere else.
#[utoipa::path(
    post,
    path = "/tokens",
    operation_id = "create_token",
    tag = "tokens",
    request_body = NewToken,
    responses(
        (status = 201, description = "It was made.", body = CreatedToken),
        BadBody,
        InTheWay,
    )
)]
pub(crate) async fn create(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(new): JsonBody<NewToken>,
) -> Result<(StatusCode, Json<CreatedToken>), ApiProblem> {
    let lasts = new.expires_in.as_deref();
    let lasts = lasts.map(lifetime::read).transpose()?;
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
