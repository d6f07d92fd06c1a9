//! The toolset that an address names.

use candor_dashboard_kit::{DashboardState, PageError};
use candor_gateway::EditError;
use candor_gateway::edit::ToolsetDetails;
use candor_model::ToolsetName;
use http::StatusCode;

use crate::paths;
use crate::words::sentence;

/// What is said on a page that shows what is there now.
const FASTER: &str = "Somebody else has changed this toolset since you opened it. This page shows \
    it as it is now; send the form again if it should still count.";

/// The name in an address.
pub(crate) fn name(text: &str) -> Result<ToolsetName, PageError> {
    ToolsetName::parse(text).map_err(|error| missing(&error.to_string()))
}

/// The toolset of this name.
pub(crate) async fn view(
    pages: &DashboardState,
    name: &ToolsetName,
) -> Result<ToolsetDetails, PageError> {
    let found = pages.gateway.editor().toolset(name).await;
    found.map_err(|error| wrong(&error))
}

/// Where the configuration file declares a toolset, if it does.
pub(crate) fn place(pages: &DashboardState, view: &ToolsetDetails) -> Option<String> {
    pages.gateway.editor().toolset_place(&view.toolset.name)
}

/// What the desk refused, where no form can be drawn again.
pub(crate) fn wrong(error: &EditError) -> PageError {
    match error {
        EditError::Unknown(why) => missing(why),
        error => PageError::refused(error).link(paths::LIST, "All toolsets"),
    }
}

/// The status and the sentence for a form that is drawn again.
pub(crate) fn refusal(error: &EditError) -> Result<(StatusCode, String), PageError> {
    let (status, why) = match error {
        EditError::Invalid(_) | EditError::Unknown(_) | EditError::Declared { .. } => (
            StatusCode::UNPROCESSABLE_ENTITY,
            sentence(&error.to_string()),
        ),
        EditError::Exists(_) => (StatusCode::CONFLICT, sentence(&error.to_string())),
        EditError::Stale { .. } => (StatusCode::CONFLICT, FASTER.to_owned()),
        EditError::Store(error) => return Err(PageError::failed(error)),
    };
    Ok((status, format!("Nothing was changed. {why}")))
}

fn missing(why: &str) -> PageError {
    PageError::new(
        StatusCode::NOT_FOUND,
        "There is no such toolset",
        sentence(why),
    )
    .link(paths::LIST, "All toolsets")
}
