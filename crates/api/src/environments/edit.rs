//! `PATCH /environments/{name}`.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::desk::EnvironmentEdit;
use candor_model::Profile;
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use super::view::EnvironmentView;
use crate::author::author;
use crate::body::{Body, JsonBody};
use crate::document::refusals::{BadBody, InTheWay, NotThere, TooLate, WhichVersion};
use crate::etag::{self, IfMatch};
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

/// A field that may be left out, which is not the same as null.
#[derive(Clone, Copy, Default)]
enum Mention<T> {
    #[default]
    Nowhere,
    Here(Option<T>),
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
    PathOf(name): PathOf<String>,
    read: IfMatch,
    JsonBody(change): JsonBody<EnvironmentChange>,
) -> Result<Response, Problem> {
    let name = path::environment_name(&name)?;
    let expected = read.required(&format!("the environment `{name}`"))?;
    let author = author(change.why);
    let edit = EnvironmentEdit {
        description: change.description,
        profile: match change.profile {
            Mention::Nowhere => None,
            Mention::Here(profile) => Some(profile.map(Profile::from)),
        },
        provenance: match change.provenance {
            Mention::Nowhere => None,
            Mention::Here(provenance) => Some(provenance),
        },
    };
    let desk = api.gateway.desk();
    let view = desk
        .edit_environment(&author, &name, edit, expected)
        .await?;
    Ok(etag::tagged(view.version, Json(EnvironmentView::of(view))))
}

// === impl Mention ===

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Mention<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Option::deserialize(from).map(Self::Here)
    }
}
