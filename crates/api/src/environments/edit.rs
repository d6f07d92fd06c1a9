//! `PATCH /environments/{name}`.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::desk::EnvironmentEdit;
use candor_model::Profile;
use serde::Deserialize;
use utoipa::ToSchema;

use super::view::EnvironmentView;
use crate::author::Who;
use crate::body::{Body, JsonBody};
use crate::document::refusals::{BadBody, InTheWay, NotThere, TooLate, WhichVersion};
use crate::etag::{self, IfMatch};
use crate::mention::Mention;
use crate::path::{self, PathOf};
use crate::problem::Problem;
use crate::router::Api;
use crate::words::ProfileWord;

/// What is changed; what is not mentioned stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnvironmentChange {
    /// What it is for.
    description: Option<String>,
    /// Which hints its endpoint writes; null for those of the plain endpoint.
    #[serde(default)]
    #[schema(value_type = Option<ProfileWord>)]
    profile: Mention<ProfileWord>,
    /// Whether its endpoint says where each hint comes from; null to do as the plain endpoint.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    provenance: Mention<bool>,
    /// Why, in your words. It is kept in the history.
    why: Option<String>,
}

impl Body for EnvironmentChange {
    const SHAPE: &'static str = "an object with `description`, `profile`, `provenance` and `why`, \
        of which each may be left out";
}

/// Changes an environment.
#[utoipa::path(
    patch,
    path = "/environments/{name}",
    operation_id = "edit_environment",
    tag = "environments",
    params(
        ("name" = String, Path, description = "Its name."),
        ("If-Match" = String, Header, description = "The `ETag` that you have read, or `*`."),
    ),
    request_body = EnvironmentChange,
    responses(
        (
            status = 200,
            description = "The environment as it is now.",
            body = EnvironmentView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadBody,
        NotThere,
        InTheWay,
        TooLate,
        WhichVersion,
    )
)]
pub(crate) async fn edit(
    State(api): State<Api>,
    who: Who,
    PathOf(name): PathOf<String>,
    read: IfMatch,
    JsonBody(change): JsonBody<EnvironmentChange>,
) -> Result<Response, Problem> {
    let name = path::environment_name(&name)?;
    let expected = read.required(&format!("the environment `{name}`"))?;
    let author = who.author(change.why);
    let edit = EnvironmentEdit {
        description: change.description,
        profile: change.profile.map(Profile::from).said(),
        provenance: change.provenance.said(),
    };
    let desk = api.gateway.desk();
    let view = desk
        .edit_environment(&author, &name, edit, expected)
        .await?;
    Ok(etag::tagged(view.version, Json(EnvironmentView::of(view))))
}
