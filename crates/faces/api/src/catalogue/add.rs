//! `POST /catalogue/{name}`.

use std::collections::BTreeMap;

use candor_gateway::edit::SourceDraft;
use candor_registry_client::{AdditionInput, plan_addition};

use crate::prelude::*;
use crate::sources::change::{SavedSourceView, refused, saved};

/// How a server is added.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCatalogueSource {
    /// The version that is added; it is pinned.
    version: String,
    /// The name of the source; the server's own by default.
    source: Option<String>,
    /// Which of its options, counted from 1; by default the first that can be used.
    option: Option<usize>,
    /// The values that it needs, by key; several for one that may be repeated.
    #[serde(default)]
    values: BTreeMap<String, Vec<String>>,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

impl RequestBody for NewCatalogueSource {
    const SHAPE: &'static str =
        "an object with `version`, and perhaps `source`, `option`, `values` and `why`";
    const SECRET: bool = true;
}

/// Adds a server as a source, after the same checks as `candor catalogue add`.
///
/// It is kept encrypted, pinned to the version, not trusted, and confined where the gateway's
/// machine can do that. A server that starts a program is refused, unless `server.allow_commands`
/// is true.
#[utoipa::path(
    post,
    path = "/catalogue/{name}",
    params(("name" = String, Path, description = "Its name, with its slash encoded.")),
    request_body = NewCatalogueSource,
    responses(
        (
            status = 201,
            description = "It was kept.",
            body = SavedSourceView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadBody,
        NotThere,
        InTheWay,
    )
)]
pub(crate) async fn add_server(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    JsonBody(new): JsonBody<NewCatalogueSource>,
) -> Result<Response, ApiProblem> {
    let (_, view, known) = super::entry(&api, &name, Some(&new.version)).await?;
    let input = AdditionInput {
        option: new.option,
        values: new.values,
        source: new.source,
    };
    let addition = plan_addition(&known, &view.known_servers([]), &input)
        .map_err(|error| ApiProblem::new(ProblemKind::Invalid, error))?;
    let draft = SourceDraft::of(addition.text);
    let editor = api.gateway.editor();
    let plan = editor.plan_source(&draft).map_err(refused)?;
    let version = editor.add_source(&draft, &who.author(new.why)).await;
    Ok(saved(&draft, plan, version.map_err(refused)?))
}
