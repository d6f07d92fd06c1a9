//! `POST /sources`, `POST /sources/preview`, `PATCH`, `DELETE` and `POST …/restart`.

use candor_gateway::edit::{SaveSourceError, SourceDraft, SourcePlan};
use candor_model::{Diagnostic, SourceName, SourceTrust};

use super::new_source::NewSource;
use super::plan::{PlanView, PreviewView};
use crate::enums::TrustWord;
use crate::prelude::*;

/// A source that was kept.
#[derive(Serialize, ToSchema)]
#[schema(as = KeptSource)]
pub(crate) struct SavedSourceView {
    /// The name of the source.
    name: String,
    /// What is done for it.
    plan: PlanView,
}

/// What is changed about a source.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SourceChange {
    /// Whether its hints are trusted.
    #[schema(inline)]
    trust: TrustWord,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

impl RequestBody for SourceChange {
    const SHAPE: &'static str = "an object with `trust`, and perhaps `why`";
}

/// A restart of a source.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SourceRestart {
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

impl RequestBody for SourceRestart {
    const SHAPE: &'static str = "an object, empty or with `why`";
}

/// Adds a source and starts it. It is ready a moment later; `GET /sources/{name}` tells.
///
/// A source that starts a program or uses a path of the gateway's machine is refused, unless
/// `server.allow_commands` is true.
#[utoipa::path(
    post,
    path = "/sources",
    request_body = NewSource,
    responses(
        (
            status = 201,
            description = "It was kept.",
            body = SavedSourceView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadBody,
        InTheWay,
    )
)]
pub(crate) async fn add_source(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(new): JsonBody<NewSource>,
) -> Result<Response, ApiProblem> {
    let editor = api.gateway.editor();
    let draft = editor.draft_source(&new.input()?).map_err(findings)?;
    let plan = editor.plan_source(&draft).map_err(refused)?;
    let version = editor.add_source(&draft, &who.author(new.why)).await;
    Ok(saved(&draft, plan, version.map_err(refused)?))
}

/// The response after a source was saved.
pub(crate) fn saved(draft: &SourceDraft, plan: SourcePlan, version: u64) -> Response {
    let kept = SavedSourceView {
        name: draft.name.to_string(),
        plan: PlanView::of(plan),
    };
    let body = (StatusCode::CREATED, Json(kept));
    etag::tagged(Some(version), body)
}

/// Starts a source, looks at what it brings, and stops it. Nothing is kept.
///
/// What cannot be added is not started either.
#[utoipa::path(
    post,
    path = "/sources/preview",
    request_body = NewSource,
    responses((status = 200, description = "What it would bring.", body = PreviewView), BadBody)
)]
pub(crate) async fn preview_source(
    State(api): State<ApiState>,
    JsonBody(new): JsonBody<NewSource>,
) -> Result<Json<PreviewView>, ApiProblem> {
    let editor = api.gateway.editor();
    let draft = editor.draft_source(&new.input()?).map_err(findings)?;
    let preview = editor.preview_source(&draft).await.map_err(refused)?;
    Ok(Json(PreviewView::of(preview)))
}

/// Changes the trust in an added source. It is restarted.
///
/// A source that starts a program or uses a path of the gateway's machine becomes trusted only if
/// `server.allow_commands` is true.
#[utoipa::path(
    patch,
    path = "/sources/{name}",
    params(("name" = String, Path, description = "Its name."), IfMatch),
    request_body = SourceChange,
    responses(
        (
            status = 204,
            description = "It is so.",
            headers(("ETag" = String, description = "Its version."))
        ),
        BadEdit,
    )
)]
pub(crate) async fn edit_source(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    read: IfMatch,
    JsonBody(change): JsonBody<SourceChange>,
) -> Result<Response, ApiProblem> {
    let name = SourceName::parse(&name).map_err(ApiProblem::unknown)?;
    let expected = read.required(&format!("the source `{name}`"))?;
    let author = who.author(change.why);
    let trust = SourceTrust::from(change.trust);
    let editor = api.gateway.editor();
    let version = editor.trust_source(&name, trust, expected, &author).await;
    let version = version.map_err(refused)?;
    Ok(etag::tagged(Some(version), StatusCode::NO_CONTENT))
}

/// Stops and removes an added source, with the pinned definitions of its tools.
#[utoipa::path(
    delete,
    path = "/sources/{name}",
    params(("name" = String, Path, description = "Its name."), ReasonQuery, IfMatch),
    responses((status = 204, description = "It is gone."), BadRemoval)
)]
pub(crate) async fn remove_source(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<ReasonQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<StatusCode, ApiProblem> {
    let name = SourceName::parse(&name).map_err(ApiProblem::unknown)?;
    let expected = read.required(&format!("the source `{name}`"))?;
    let author = who.author(query.why);
    let editor = api.gateway.editor();
    editor.remove_source(&name, expected, &author).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restarts a source of any origin. An unusable one is tried again.
#[utoipa::path(
    post,
    path = "/sources/{name}/restart",
    params(("name" = String, Path, description = "Its name.")),
    request_body = SourceRestart,
    responses((status = 202, description = "It is being connected to."), BadBody, NotThere, TooLate)
)]
pub(crate) async fn restart_source(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    JsonBody(restart): JsonBody<SourceRestart>,
) -> Result<Response, ApiProblem> {
    let name = SourceName::parse(&name).map_err(ApiProblem::unknown)?;
    let author = who.author(restart.why);
    api.gateway.editor().restart_source(&name, &author).await?;
    Ok(StatusCode::ACCEPTED.into_response())
}

pub(crate) fn refused(refusal: SaveSourceError) -> ApiProblem {
    match refusal {
        SaveSourceError::Local(access) => ApiProblem::new(ProblemKind::NotAllowed, access),
        SaveSourceError::Findings(found) => findings(found),
        SaveSourceError::Edit(error) => error.into(),
    }
}

/// The problems of a description, in one sentence with hints.
fn findings(found: Vec<Diagnostic>) -> ApiProblem {
    let sentences = found.into_iter().map(|one| match one.hint {
        Some(hint) => format!("{}; {hint}", one.message),
        None => one.message,
    });
    let sentences: Vec<_> = sentences.collect();
    ApiProblem::new(ProblemKind::Invalid, sentences.join(". "))
}

#[cfg(test)]
mod tests {
    use candor_gateway::edit::LocalAccess;

    use super::*;

    #[test]
    fn what_runs_or_reads_something_here_is_not_allowed() {
        for access in [LocalAccess::Program, LocalAccess::Path("/srv".to_owned())] {
            let problem = refused(access.into()).into_response();
            assert_eq!(problem.status(), StatusCode::FORBIDDEN);
        }
        let found = vec![Diagnostic::error("config::bad-name", "it has no name")];
        let problem = refused(SaveSourceError::Findings(found)).into_response();
        assert_eq!(problem.status(), StatusCode::UNPROCESSABLE_ENTITY);
    }
}
