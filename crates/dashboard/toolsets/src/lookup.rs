//! Finding the toolset of a path, and its errors.

use candor_dashboard_kit::{DashboardState, PageError, to_sentence};
use candor_gateway::EditError;
use candor_gateway::edit::ToolsetDetails;
use candor_model::ToolsetName;
use http::StatusCode;

use crate::paths;

/// The message for an edit conflict on a page that shows the current state.
const FASTER: &str = "Someone else changed this toolset after you opened it. This page shows the \
                      current version. Submit the form again if you still want the change.";

/// Parses the name in a path.
pub(crate) fn name(text: &str) -> Result<ToolsetName, PageError> {
    ToolsetName::parse(text).map_err(|error| missing(&error.to_string()))
}

pub(crate) async fn view(
    pages: &DashboardState,
    name: &ToolsetName,
) -> Result<ToolsetDetails, PageError> {
    let found = pages.gateway.editor().toolset(name).await;
    found.map_err(|error| wrong(&error))
}

/// The place in the configuration file that declares a toolset, if any.
pub(crate) fn place(pages: &DashboardState, view: &ToolsetDetails) -> Option<String> {
    pages.gateway.editor().toolset_place(&view.toolset.name)
}

/// The error page for an edit that has no form to show again.
pub(crate) fn wrong(error: &EditError) -> PageError {
    match error {
        EditError::Unknown(why) => missing(why),
        error => PageError::refused(error).link(paths::LIST, "All toolsets"),
    }
}

/// The status and message for a form that is shown again.
pub(crate) fn refusal(error: &EditError) -> Result<(StatusCode, String), PageError> {
    let (status, why) = match error {
        EditError::Invalid(_) | EditError::Unknown(_) | EditError::Declared { .. } => (
            StatusCode::UNPROCESSABLE_ENTITY,
            to_sentence(&error.to_string()),
        ),
        EditError::Exists(_) => (StatusCode::CONFLICT, to_sentence(&error.to_string())),
        EditError::Stale { .. } => (StatusCode::CONFLICT, FASTER.to_owned()),
        EditError::OwnGuard(_) => (StatusCode::FORBIDDEN, to_sentence(&error.to_string())),
        EditError::Store(error) => return Err(PageError::failed(error)),
    };
    Ok((status, format!("Nothing was changed. {why}")))
}

fn missing(why: &str) -> PageError {
    PageError::new(StatusCode::NOT_FOUND, "Toolset not found", to_sentence(why))
        .link(paths::LIST, "All toolsets")
}
