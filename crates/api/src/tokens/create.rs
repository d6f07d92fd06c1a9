//! `POST /tokens`.

use axum::Json;
use axum::extract::State;
use candor_model::{Role, Roles};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::lasting;
use super::view::TokenView;
use crate::author::Who;
use crate::body::{Body, JsonBody};
use crate::document::refusals::{BadBody, InTheWay};
use crate::problem::Problem;
use crate::router::Api;
use crate::time;
use crate::words::RoleWord;

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
pub(crate) struct MadeToken {
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
        (status = 201, description = "It was made.", body = MadeToken),
        BadBody,
        InTheWay,
    )
)]
pub(crate) async fn create(
    State(api): State<Api>,
    who: Who,
    JsonBody(new): JsonBody<NewToken>,
) -> Result<(StatusCode, Json<MadeToken>), Problem> {
    let lasts = new.expires_in.as_deref();
    let lasts = lasts.map(lasting::read).transpose()?;
    let roles: Roles = new.roles.into_iter().map(Role::from).collect();
    let author = who.author(new.why);
    let desk = api.gateway.desk();
    let (token, text) = desk.create_token(&new.name, roles, lasts, &author).await?;
    let made = MadeToken {
        token: TokenView::of(&token, time::now_micros()),
        text: text.expose().clone(),
    };
    Ok((StatusCode::CREATED, Json(made)))
}

// === impl NewToken ===

impl Body for NewToken {
    const SHAPE: &'static str = "an object with `name`, `roles`, a list of `viewer`, `caller`, \
        `approver`, `editor` and `admin`, and perhaps `expires_in`, such as `90d`, and `why`";
}
