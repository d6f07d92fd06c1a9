//! `POST /toolsets/{name}/clone`.

use axum::extract::State;
use axum::response::Response;
use candor_gateway::desk::{Entry, Wanted};
use candor_gateway::{Desk, Patience};
use candor_model::{Author, OpinionKey, Scope, Toolset, ToolsetName};
use serde::Deserialize;
use utoipa::ToSchema;

use super::create::created;
use super::fields;
use super::view::ToolsetView;
use crate::author::author;
use crate::body::{Body, JsonBody};
use crate::document::refusals::{BadBody, InTheWay, NotThere};
use crate::path::{self, PathOf};
use crate::problem::Problem;
use crate::router::Api;

/// What the copy is called.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewClone {
    /// The name of the copy: 2 to 50 lowercase letters, digits and `-`.
    #[schema(pattern = "^[a-z0-9-]{2,50}$")]
    name: String,
    /// Why, in your words. It is kept in the history.
    why: Option<String>,
}

impl Body for NewClone {
    const SHAPE: &'static str = "an object with `name`, and perhaps `why`";
}

/// Copies a toolset, with its notes and with what is said about tools in it.
#[utoipa::path(
    post,
    path = "/toolsets/{name}/clone",
    operation_id = "clone_toolset",
    tag = "toolsets",
    params(("name" = String, Path, description = "The toolset that is copied.")),
    request_body = NewClone,
    responses(
        (
            status = 201,
            description = "The copy.",
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
pub(crate) async fn clone(
    State(api): State<Api>,
    PathOf(name): PathOf<String>,
    JsonBody(new): JsonBody<NewClone>,
) -> Result<Response, Problem> {
    let name = path::toolset_name(&name)?;
    let copy = fields::name(&new.name)?;
    let author = author(new.why);
    api.gateway.settled(Patience::Request).await;
    let desk = api.gateway.desk();
    let original = desk.toolset(&name).await?;
    let toolset = Toolset {
        name: copy.clone(),
        ..Toolset::clone(&original.toolset)
    };
    let said = said_in(&desk, &name, &copy).await?;
    desk.create_toolset(&author, &toolset).await?;
    if let Err(problem) = say(&desk, &author, &said).await {
        // Half a copy would let through what the original asks about.
        desk.delete_toolset(&author, &copy, None).await?;
        return Err(problem);
    }
    Ok(created(&desk.toolset(&copy).await?))
}

/// What is said about tools in one toolset, for another. The file is heard after the store.
async fn said_in(
    desk: &Desk<'_>,
    from: &ToolsetName,
    to: &ToolsetName,
) -> Result<Vec<Wanted>, Problem> {
    let from = Scope::Toolset(from.clone());
    let mut said: Vec<Wanted> = Vec::new();
    for Entry { key, opinion, .. } in desk.opinions().await? {
        if key.scope != from {
            continue;
        }
        let same = said.last_mut().filter(|(last, _)| last.about == key.about);
        if let Some((_, stored)) = same {
            *stored = std::mem::take(stored).under(&opinion);
        } else {
            let scope = Scope::Toolset(to.clone());
            let about = key.about;
            said.push((OpinionKey { scope, about }, opinion));
        }
    }
    Ok(said)
}

async fn say(desk: &Desk<'_>, author: &Author, said: &[Wanted]) -> Result<(), Problem> {
    if !said.is_empty() {
        desk.apply(author, said, false, false).await?;
    }
    Ok(())
}
