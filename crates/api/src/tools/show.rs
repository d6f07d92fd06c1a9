//! `GET /tools/{name}`.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use candor_gateway::{Endpoint, Patience};
use candor_model::{OpinionKey, Scope, ToolPattern};

use super::detail::ToolDetail;
use crate::document::refusals::{BadQuery, NotThere};
use crate::etag;
use crate::path::{self, PathOf};
use crate::problem::Problem;
use crate::query::{self, EnvironmentQuery, QueryOf};
use crate::router::Api;

/// Shows everything about one tool.
///
/// The `ETag` is that of what people say about exactly this tool (in the environment, if one is
/// named): send it as `If-Match` when you change that. It says nothing about the rest of the
/// page, so a conditional `GET` is answered in full.
#[utoipa::path(
    get,
    path = "/tools/{name}",
    operation_id = "show_tool",
    tag = "tools",
    params(
        ("name" = String, Path, description = "`source.tool`, percent-encoded."),
        EnvironmentQuery,
    ),
    responses(
        (
            status = 200,
            description = "The tool.",
            body = ToolDetail,
            headers(("ETag" = String, description = "The version of its annotations."))
        ),
        BadQuery,
        NotThere,
    )
)]
pub(crate) async fn show(
    State(api): State<Api>,
    PathOf(name): PathOf<String>,
    QueryOf(query): QueryOf<EnvironmentQuery>,
) -> Result<Response, Problem> {
    api.gateway.settled(Patience::Request).await;
    let name = path::tool_name(&name)?;
    let environment = query::environment(query.environment.as_deref())?;
    let scope = match environment.clone() {
        None => Scope::Everywhere,
        Some(environment) => Scope::Environment(environment),
    };
    let desk = api.gateway.desk();
    let explained = desk.explain(&name, &Endpoint::of_environment(environment))?;
    let about = ToolPattern::exactly(&name);
    let entry = desk.opinion(&OpinionKey { scope, about }).await?;
    Ok(etag::tagged(
        entry.version,
        Json(ToolDetail::of(&explained)),
    ))
}
