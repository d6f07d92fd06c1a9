//! What people say about tools.

pub(crate) mod amend;
mod change;
pub(crate) mod entry;
pub(crate) mod list;
pub(crate) mod show;
pub(crate) mod withdraw;

use candor_model::{OpinionKey, ToolPattern};

use crate::problem::ApiProblem;
use crate::query;

/// Reads which opinion is meant.
fn key(
    pattern: &str,
    environment: Option<&str>,
    toolset: Option<&str>,
) -> Result<OpinionKey, ApiProblem> {
    let scope = query::scope(environment, toolset)?;
    let about = ToolPattern::parse(pattern).map_err(ApiProblem::invalid)?;
    Ok(OpinionKey { scope, about })
}
