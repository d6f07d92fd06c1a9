//! Turning a tool on or off at an endpoint.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, see_other,
};
use candor_gateway::EditError;
use candor_model::Role;
use http::StatusCode;

use crate::page_scope::PageScope;
use crate::rejected_input::RejectedInput;
use crate::show;
use crate::tool_address::ToolAddress;

/// `POST /tools/{name}/switch`
pub(crate) async fn switch_tool(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    user: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let tool = ToolAddress::read(&name)?;
    tool.check(&user, "switch", &form)?;
    user.needs(Role::Editor, &tool.path)?;
    let place = PageScope::of_form(&form)?;
    let refuse = |status, sentence: String| {
        let sent = RejectedInput::unchanged(&sentence);
        show::draw(&pages, &user, (&tool, &place), (status, sent), None)
    };
    let on = match form.get("turn").as_deref() {
        Some("on") => true,
        Some("off") => false,
        _ => {
            let sentence = "choose whether to turn the tool on or off".to_owned();
            return refuse(StatusCode::UNPROCESSABLE_ENTITY, sentence).await;
        }
    };
    let author = user.author(form.get("why"));
    let editor = pages.gateway.editor_for(&user.identity);
    let toolset = place.endpoint.toolset.as_ref();
    match editor.switch_tool(&author, toolset, &tool.name, on).await {
        Ok(()) => {
            let done = if on { "on" } else { "off" };
            Ok(see_other(&place.after(&tool.path, done)))
        }
        Err(error @ EditError::Stale { .. }) => {
            refuse(StatusCode::CONFLICT, error.to_string()).await
        }
        Err(error @ (EditError::Invalid(_) | EditError::Declared { .. })) => {
            refuse(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()).await
        }
        Err(error) => Err(tool.refused(&error)),
    }
}
