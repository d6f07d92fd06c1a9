//! Names in paths, percent-decoded once: `files.a%2Fb` is the tool `a/b` of `files`.

use axum::extract::{FromRequestParts, Path};
use candor_model::{EnvironmentName, NoteName, QualifiedName, ToolPattern, ToolsetName};
use http::request::Parts;
use serde::de::DeserializeOwned;

use crate::problem::ApiProblem;

/// The names in a path.
pub(crate) struct PathParams<T>(pub(crate) T);

impl<T, S> FromRequestParts<S> for PathParams<T>
where
    T: DeserializeOwned + Send,
    S: Send + Sync,
{
    type Rejection = ApiProblem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiProblem> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        let Path(names) = path.map_err(|rejection| {
            ApiProblem::malformed(format!(
                "the path cannot be read: {}",
                rejection.body_text()
            ))
        })?;
        Ok(Self(names))
    }
}

/// The tool of this name. What cannot be a name is the name of nothing.
pub(crate) fn tool_name(text: &str) -> Result<QualifiedName, ApiProblem> {
    ToolPattern::parse(text).map_err(ApiProblem::unknown)?;
    QualifiedName::parse(text)
        .ok_or_else(|| ApiProblem::unknown(format!("`{}` names no tool", text.escape_debug())))
}

/// The environment of this name.
pub(crate) fn environment_name(text: &str) -> Result<EnvironmentName, ApiProblem> {
    EnvironmentName::parse(text).map_err(ApiProblem::unknown)
}

/// The toolset of this name.
pub(crate) fn toolset_name(text: &str) -> Result<ToolsetName, ApiProblem> {
    ToolsetName::parse(text).map_err(ApiProblem::unknown)
}

/// The note of this name.
pub(crate) fn note_name(text: &str) -> Result<NoteName, ApiProblem> {
    NoteName::parse(text).map_err(ApiProblem::unknown)
}
