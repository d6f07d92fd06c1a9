//! Query parameters. Unknown and duplicate parameters are rejected, because an ignored filter would
//! return too much.

use axum::extract::{FromRequestParts, Query};
use candor_gateway::Endpoint;
use candor_model::{EnvironmentName, OpinionScope, ToolsetName};
use http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use crate::problem::ApiProblem;

/// The query of a request, read.
pub(crate) struct QueryParams<T>(pub(crate) T);

/// In which environment or toolset.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PlaceQuery {
    /// The environment in which this applies.
    pub(crate) environment: Option<String>,
    /// The toolset in which this applies; everywhere if neither is given.
    pub(crate) toolset: Option<String>,
}

/// In which environment or toolset, and why.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct RemovalQuery {
    /// The environment in which this applies.
    pub(crate) environment: Option<String>,
    /// The toolset in which this applies; everywhere if neither is given.
    pub(crate) toolset: Option<String>,
    /// The reason, in your words. The history keeps it.
    pub(crate) why: Option<String>,
}

/// The reason of a removal.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ReasonQuery {
    /// The reason, in your words. The history keeps it.
    pub(crate) why: Option<String>,
}

/// Which part of a list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// The maximum number of entries, from 1 to 500; 100 by default.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 500)]
    pub(crate) limit: Option<String>,
    /// Where to continue: the `next` of the previous page.
    pub(crate) after: Option<String>,
}

impl<T, S> FromRequestParts<S> for QueryParams<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = ApiProblem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiProblem> {
        let query = Query::<T>::try_from_uri(&parts.uri).map_err(|rejection| {
            let text = rejection.body_text();
            let text = text
                .strip_prefix("Failed to deserialize query string: ")
                .unwrap_or(&text);
            let short: String = text.chars().take(400).collect();
            ApiProblem::malformed(format!("the query cannot be used: {short}"))
        })?;
        Ok(Self(query.0))
    }
}

/// The name in a parameter, and the problem if it is none.
pub(crate) fn name<N, E>(
    given: Option<&str>,
    parse: impl FnOnce(&str) -> Result<N, E>,
    problem: impl FnOnce(E) -> ApiProblem,
) -> Result<Option<N>, ApiProblem> {
    given.map(parse).transpose().map_err(problem)
}

/// The environment that a parameter names. What cannot be a name is the name of nothing.
fn environment(given: Option<&str>) -> Result<Option<EnvironmentName>, ApiProblem> {
    name(given, EnvironmentName::parse, ApiProblem::unknown)
}

/// The toolset that a parameter names.
fn toolset(given: Option<&str>) -> Result<Option<ToolsetName>, ApiProblem> {
    name(given, ToolsetName::parse, ApiProblem::unknown)
}

/// The requested endpoint.
pub(crate) fn endpoint(
    environment: Option<&str>,
    toolset: Option<&str>,
) -> Result<Endpoint, ApiProblem> {
    Ok(Endpoint {
        toolset: self::toolset(toolset)?,
        environment: self::environment(environment)?,
    })
}

/// The requested scope of an override.
pub(crate) fn scope(
    environment: Option<&str>,
    toolset: Option<&str>,
) -> Result<OpinionScope, ApiProblem> {
    match (self::environment(environment)?, self::toolset(toolset)?) {
        (None, None) => Ok(OpinionScope::Everywhere),
        (Some(name), None) => Ok(OpinionScope::Environment(name)),
        (None, Some(name)) => Ok(OpinionScope::Toolset(name)),
        (Some(_), Some(_)) => Err(ApiProblem::malformed(
            "the query names an environment and a toolset, and nothing counts in both only; leave \
             one out",
        )),
    }
}
