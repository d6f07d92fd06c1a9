//! Turning a tool on or off at an endpoint.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm};
use http::StatusCode;

use crate::tool_submission::ToolSubmission;

/// `POST /tools/{name}/switch`: enables or disables a tool.
pub(crate) async fn switch_tool(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let sent = ToolSubmission::read(&pages, &name, &user, ("switch", &form))?;
    let on = match form.get("turn").as_deref() {
        Some("on") => true,
        Some("off") => false,
        _ => {
            let sentence = "choose whether to turn the tool on or off";
            return sent
                .refuse(StatusCode::UNPROCESSABLE_ENTITY, sentence)
                .await;
        }
    };
    let author = user.author(form.get("why"));
    let toolset = sent.place.endpoint.toolset.as_ref();
    let editor = sent.editor();
    let switched = editor.switch_tool(&author, toolset, &sent.tool.name, on);
    let switched = switched.await;
    sent.finish(switched, if on { "on" } else { "off" }).await
}
