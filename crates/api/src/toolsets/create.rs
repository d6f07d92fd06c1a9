//! `POST /toolsets`.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use candor_gateway::Patience;
use candor_gateway::desk::ToolsetView as Desked;
use candor_model::{Profile, Toolset};
use http::StatusCode;
use http::header::LOCATION;
use serde::Deserialize;
use utoipa::ToSchema;

use super::fields;
use super::member::MemberWord;
use super::view::ToolsetView;
use crate::author::Who;
use crate::body::{Body, JsonBody};
use crate::document::refusals::{BadBody, InTheWay, NotThere};
use crate::etag;
use crate::problem::Problem;
use crate::router::{Api, PREFIX};
use crate::words::ProfileWord;

/// A toolset to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToolset {
    /// Its name: 2 to 50 lowercase letters, digits and `-`.
    #[schema(pattern = "^[a-z0-9-]{2,50}$")]
    name: String,
    /// What it is for.
    #[serde(default)]
    description: String,
    /// What is in it, in the order in which it is shown.
    #[serde(default)]
    members: Vec<MemberWord>,
    /// Which hints its endpoint writes, if not those of the plain endpoint.
    profile: Option<ProfileWord>,
    /// Whether its endpoint says where each hint comes from, if not as the plain endpoint does.
    provenance: Option<bool>,
    /// How many characters a description may have with its notes, if not as everywhere.
    #[schema(minimum = 200, maximum = 100_000)]
    budget: Option<usize>,
    /// Why, in your words. It is kept in the history.
    why: Option<String>,
}

impl Body for NewToolset {
    const SHAPE: &'static str = "an object with `name`, and perhaps `description`, `members`, \
        `profile`, `provenance`, `budget` and `why`";
}

/// Makes a toolset.
#[utoipa::path(
    post,
    path = "/toolsets",
    operation_id = "create_toolset",
    tag = "toolsets",
    request_body = NewToolset,
    responses(
        (
            status = 201,
            description = "It was made.",
            body = ToolsetView,
            headers(
                ("ETag" = String, description = "Its version."),
                ("Location" = String, description = "Where it is."),
            )
        ),
        BadBody,
        NotThere,
        InTheWay,
    )
)]
pub(crate) async fn create(
    State(api): State<Api>,
    who: Who,
    JsonBody(new): JsonBody<NewToolset>,
) -> Result<Response, Problem> {
    if let Some(budget) = new.budget {
        fields::check_budget(budget)?;
    }
    let toolset = Toolset {
        description: new.description,
        members: fields::members(&new.members)?,
        profile: new.profile.map(Profile::from),
        provenance: new.provenance,
        budget: new.budget,
        ..Toolset::new(fields::name(&new.name)?)
    };
    api.gateway.settled(Patience::Request).await;
    let desk = api.gateway.desk();
    let made = desk.create_toolset(&who.author(new.why), &toolset).await?;
    Ok(created(&made))
}

/// A toolset that was not there before.
pub(super) fn created(made: &Desked) -> Response {
    let place = format!("{PREFIX}/toolsets/{}", made.toolset.name);
    let view = Json(ToolsetView::of(made));
    let response = (StatusCode::CREATED, [(LOCATION, place)], view).into_response();
    etag::tagged(made.version, response)
}
