//! The toolset that an address names.

use candor_frame::{Pages, Wrong};
use candor_gateway::DeskError;
use candor_gateway::desk::ToolsetView;
use candor_model::ToolsetName;
use http::StatusCode;

use crate::address;
use crate::words::sentence;

/// What is said on a page that shows what is there now.
const FASTER: &str = "Somebody else has changed this toolset since you opened it. This page shows \
    it as it is now; send the form again if it should still count.";

/// The name in an address.
pub(crate) fn name(text: &str) -> Result<ToolsetName, Wrong> {
    ToolsetName::parse(text).map_err(|error| missing(&error.to_string()))
}

/// The toolset of this name.
pub(crate) async fn view(pages: &Pages, name: &ToolsetName) -> Result<ToolsetView, Wrong> {
    let found = pages.gateway.desk().toolset(name).await;
    found.map_err(|error| wrong(&error))
}

/// Where the configuration file declares a toolset, if it does.
pub(crate) fn place(pages: &Pages, view: &ToolsetView) -> Option<String> {
    pages.gateway.desk().toolset_place(&view.toolset.name)
}

/// What the desk refused, where no form can be drawn again.
pub(crate) fn wrong(error: &DeskError) -> Wrong {
    match error {
        DeskError::Unknown(why) => missing(why),
        error => Wrong::refused(error).way(address::LIST, "All toolsets"),
    }
}

/// The status and the sentence for a form that is drawn again.
pub(crate) fn refusal(error: &DeskError) -> Result<(StatusCode, String), Wrong> {
    let (status, why) = match error {
        DeskError::Invalid(_) | DeskError::Unknown(_) | DeskError::Declared { .. } => (
            StatusCode::UNPROCESSABLE_ENTITY,
            sentence(&error.to_string()),
        ),
        DeskError::Exists(_) => (StatusCode::CONFLICT, sentence(&error.to_string())),
        DeskError::Stale { .. } => (StatusCode::CONFLICT, FASTER.to_owned()),
        DeskError::Store(error) => return Err(Wrong::failed(error)),
    };
    Ok((status, format!("Nothing was changed. {why}")))
}

fn missing(why: &str) -> Wrong {
    Wrong::new(
        StatusCode::NOT_FOUND,
        "There is no such toolset",
        sentence(why),
    )
    .way(address::LIST, "All toolsets")
}
