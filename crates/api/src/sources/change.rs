//! `POST /sources`, `POST /sources/preview`, `PATCH`, `DELETE` and `POST …/restart`.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use candor_gateway::desk::SourceRefusal;
use candor_model::{Diagnostic, SourceName, Trust};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::plan::{PlanView, PreviewView};
use super::wish::NewSource;
use crate::author::Who;
use crate::body::{Body, JsonBody, NoBody};
use crate::document::refusals::{BadBody, BadQuery, InTheWay, NotThere, TooLate, WhichVersion};
use crate::etag::{self, IfMatch};
use crate::path::PathOf;
use crate::problem::{Kind, Problem};
use crate::query::{QueryOf, WhyQuery};
use crate::router::Api;
use crate::words::TrustWord;

/// A source that was kept.
#[derive(Serialize, ToSchema)]
pub(crate) struct KeptSource {
    /// Its name.
    name: String,
    /// What is done for it.
    plan: PlanView,
}

/// What is changed about a source.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SourceChange {
    /// Whether its hints are relied upon.
    #[schema(inline)]
    trust: TrustWord,
    /// Why, in your words. It is kept in the history.
    why: Option<String>,
}

impl Body for SourceChange {
    const SHAPE: &'static str = "an object with `trust`, and perhaps `why`";
}

/// A source is to be connected to anew.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SourceRestart {
    /// Why, in your words. It is kept in the history.
    why: Option<String>,
}

impl Body for SourceRestart {
    const SHAPE: &'static str = "an object, empty or with `why`";
}

/// Adds a source and starts it. It is ready a moment later; `GET /sources/{name}` tells.
#[utoipa::path(
    post,
    path = "/sources",
    operation_id = "add_source",
    tag = "sources",
    request_body = NewSource,
    responses(
        (
            status = 201,
            description = "It was kept.",
            body = KeptSource,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadBody,
        InTheWay,
    )
)]
pub(crate) async fn add(
    State(api): State<Api>,
    who: Who,
    JsonBody(new): JsonBody<NewSource>,
) -> Result<Response, Problem> {
    let desk = api.gateway.desk();
    let draft = desk.draft_source(&new.wish()?).map_err(findings)?;
    let plan = desk.plan_source(&draft).map_err(findings)?;
    let version = desk.add_source(&draft, &who.author(new.why)).await;
    let version = version.map_err(refused)?;
    let kept = KeptSource {
        name: draft.name.to_string(),
        plan: PlanView::of(plan),
    };
    let body = (StatusCode::CREATED, Json(kept));
    Ok(etag::tagged(Some(version), body))
}

/// Starts a source, looks at what it brings, and stops it. Nothing is kept.
#[utoipa::path(
    post,
    path = "/sources/preview",
    operation_id = "preview_source",
    tag = "sources",
    request_body = NewSource,
    responses(
        (status = 200, description = "What it would bring.", body = PreviewView),
        BadBody,
    )
)]
pub(crate) async fn preview(
    State(api): State<Api>,
    JsonBody(new): JsonBody<NewSource>,
) -> Result<Json<PreviewView>, Problem> {
    let desk = api.gateway.desk();
    let draft = desk.draft_source(&new.wish()?).map_err(findings)?;
    let preview = desk.preview_source(&draft).await.map_err(findings)?;
    Ok(Json(PreviewView::of(preview)))
}

/// Relies upon what an added source says, or no longer. It is started anew.
#[utoipa::path(
    patch,
    path = "/sources/{name}",
    operation_id = "edit_source",
    tag = "sources",
    params(
        ("name" = String, Path, description = "Its name."),
        ("If-Match" = String, Header, description = "The `ETag` that you have read, or `*`."),
    ),
    request_body = SourceChange,
    responses(
        (
            status = 204,
            description = "It is so.",
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
    JsonBody(change): JsonBody<SourceChange>,
) -> Result<Response, Problem> {
    let name = SourceName::parse(&name).map_err(Problem::unknown)?;
    let expected = read.required(&format!("the source `{name}`"))?;
    let author = who.author(change.why);
    let trust = Trust::from(change.trust);
    let desk = api.gateway.desk();
    let version = desk.trust_source(&name, trust, expected, &author).await;
    let version = version.map_err(refused)?;
    Ok(etag::tagged(Some(version), StatusCode::NO_CONTENT))
}

/// Stops an added source and forgets it, with the definitions that its tools were held to.
#[utoipa::path(
    delete,
    path = "/sources/{name}",
    operation_id = "remove_source",
    tag = "sources",
    params(
        ("name" = String, Path, description = "Its name."),
        WhyQuery,
        ("If-Match" = String, Header, description = "The `ETag` that you have read, or `*`."),
    ),
    responses(
        (status = 204, description = "It is gone."),
        BadQuery,
        NotThere,
        InTheWay,
        TooLate,
        WhichVersion,
    )
)]
pub(crate) async fn remove(
    State(api): State<Api>,
    who: Who,
    PathOf(name): PathOf<String>,
    QueryOf(query): QueryOf<WhyQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, Problem> {
    let name = SourceName::parse(&name).map_err(Problem::unknown)?;
    let expected = read.required(&format!("the source `{name}`"))?;
    let author = who.author(query.why);
    let desk = api.gateway.desk();
    desk.remove_source(&name, expected, &author).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Connects to a source anew, wherever it comes from. One that is unusable is tried again.
#[utoipa::path(
    post,
    path = "/sources/{name}/restart",
    operation_id = "restart_source",
    tag = "sources",
    params(("name" = String, Path, description = "Its name.")),
    request_body = SourceRestart,
    responses(
        (status = 202, description = "It is being connected to."),
        BadBody,
        NotThere,
        TooLate,
    )
)]
pub(crate) async fn restart(
    State(api): State<Api>,
    who: Who,
    PathOf(name): PathOf<String>,
    JsonBody(restart): JsonBody<SourceRestart>,
) -> Result<Response, Problem> {
    let name = SourceName::parse(&name).map_err(Problem::unknown)?;
    let author = who.author(restart.why);
    api.gateway.desk().restart_source(&name, &author).await?;
    Ok(StatusCode::ACCEPTED.into_response())
}

fn refused(refusal: SourceRefusal) -> Problem {
    match refusal {
        SourceRefusal::Findings(found) => findings(found),
        SourceRefusal::Desk(error) => error.into(),
    }
}

/// What is wrong with a description, in one sentence with the ways out.
fn findings(found: Vec<Diagnostic>) -> Problem {
    let sentences = found.into_iter().map(|one| match one.hint {
        Some(hint) => format!("{}; {hint}", one.message),
        None => one.message,
    });
    let sentences: Vec<_> = sentences.collect();
    Problem::new(Kind::Invalid, sentences.join(". "))
}
