//! `PUT` and `DELETE /environments/{name}/variables/{variable}`.
//!
//! Variables are set one at a time, so there are no conflicts and no version is required.

use candor_model::{EnvironmentVariable, Secret, VariableName, VariableValue};

use super::EnvironmentView;
use crate::prelude::*;

/// A variable's value.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewValue {
    /// The value of the variable.
    value: String,
    /// Whether it is secret: kept encrypted and never shown.
    secret: bool,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

impl RequestBody for NewValue {
    const SHAPE: &'static str = "an object with `value`, a text, and `secret`, true or false, and \
        perhaps `why`, a text";
    const SECRET: bool = true;
}

/// Sets a variable, secret or not.
#[utoipa::path(
    put,
    path = "/environments/{name}/variables/{variable}",
    params(
        ("name" = String, Path, description = "The environment."),
        ("variable" = String, Path, description = "The variable."),
    ),
    request_body = NewValue,
    responses(
        (
            status = 200,
            description = "The environment as it is now.",
            body = EnvironmentView,
            headers(("ETag" = String, description = "Its version."))
        ),
        BadChange,
    )
)]
pub(crate) async fn set_variable(
    State(api): State<ApiState>,
    who: Requester,
    PathParams((name, variable)): PathParams<(String, String)>,
    read: IfMatch,
    JsonBody(new): JsonBody<NewValue>,
) -> Result<Response, ApiProblem> {
    let name = path::environment_name(&name)?;
    read.unheard(&format!("a variable of `{name}`"))?;
    let value = if new.secret {
        VariableValue::Secret(Secret::new(new.value))
    } else {
        VariableValue::Plain(new.value)
    };
    let author = who.author(new.why);
    let variable = EnvironmentVariable {
        name: VariableName::parse(&variable).map_err(ApiProblem::invalid)?,
        value,
    };
    let editor = api.gateway.editor();
    let view = editor.set_variable(&author, &name, &variable).await;
    let view = view.map_err(|error| ApiProblem::from(error).unconditional())?;
    Ok(etag::tagged(view.version, Json(EnvironmentView::of(view))))
}

/// Removes a variable.
#[utoipa::path(
    delete,
    path = "/environments/{name}/variables/{variable}",
    params(
        ("name" = String, Path, description = "The environment."),
        ("variable" = String, Path, description = "The variable."),
        ReasonQuery,
    ),
    responses(
        (
            status = 204,
            description = "It is gone.",
            headers(("ETag" = String, description = "The version of the environment."))
        ),
        BadName,
        InTheWay,
    )
)]
pub(crate) async fn remove_variable(
    State(api): State<ApiState>,
    who: Requester,
    PathParams((name, variable)): PathParams<(String, String)>,
    QueryParams(query): QueryParams<ReasonQuery>,
    read: IfMatch,
    _: NoBody,
) -> Result<Response, ApiProblem> {
    let name = path::environment_name(&name)?;
    read.unheard(&format!("a variable of `{name}`"))?;
    let author = who.author(query.why);
    let variable = VariableName::parse(&variable).map_err(ApiProblem::unknown)?;
    let editor = api.gateway.editor();
    let view = editor.remove_variable(&author, &name, &variable).await;
    let view = view.map_err(|error| ApiProblem::from(error).unconditional())?;
    Ok(etag::tagged(view.version, StatusCode::NO_CONTENT))
}
