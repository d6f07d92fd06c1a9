//! Editing a toolset: its members, rules, name and settings.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, query, see_other,
};
use candor_gateway::edit::ToolsetDetails;
use candor_gateway::{EditError, StartupWait};
use candor_model::{Role, Toolset, ToolsetMember};
use http::StatusCode;

use crate::build::{self, ToolsetEditState, draw, read_form};
use crate::diff::ToolsetDiff;
use crate::draft::ToolsetDraft;
use crate::header::ToolsetHeader;
use crate::{lookup, paths};

/// `GET /toolsets/{name}/edit`: shows the form of a toolset.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    visitor.needs(Role::Editor, &paths::part(&name, "edit"))?;
    let view = lookup::view(&pages, &name).await?;
    let place = lookup::place(&pages, &view);
    if place.is_some() {
        // The toolset's page says where it is declared.
        return Ok(see_other(&paths::of(&name)));
    }
    let (draft, odd) = ToolsetDraft::of(&view.toolset, view.version);
    let around = edit_state(&view, &visitor, &odd, ToolsetEditState::default());
    Ok(draw(&pages, &visitor, StatusCode::OK, draft, around))
}

/// `POST /toolsets/{name}/edit`: changes the members and settings of a toolset.
pub(crate) async fn change(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    let here = paths::part(&name, "edit");
    visitor.check(&here, &form)?;
    visitor.needs(Role::Editor, &here)?;
    pages.gateway.settled(StartupWait::Request).await;
    let (draft, sent, save) = read_form(&form);
    let view = lookup::view(&pages, &name).await?;
    let (now, odd) = ToolsetDraft::of(&view.toolset, view.version);
    let around = edit_state(&view, &visitor, &odd, sent);
    if !save {
        return Ok(draw(&pages, &visitor, StatusCode::OK, draft, around));
    }
    let meant = match draft.read() {
        Ok(meant) => meant,
        Err(faults) => {
            return Ok(build::invalid_draft(
                &pages, &visitor, draft, around, faults,
            ));
        }
    };
    let author = visitor.author(form.get("why"));
    let editor = pages.gateway.editor_for(&visitor.identity);
    // A form without a version is outdated: no toolset has version 0.
    let expected = Some(draft.version.unwrap_or_default());
    let edit = |toolset: &mut Toolset| {
        meant.put(toolset);
        Ok(())
    };
    match editor.edit_toolset(&author, &name, expected, &edit).await {
        Ok(_) => {
            let to = paths::of(meant.name());
            Ok(see_other(&query::with(&to, "done", "changed")))
        }
        Err(EditError::Stale { .. }) => Ok(stale(&pages, &visitor, draft, around, &now)),
        Err(error) => build::refused(&pages, &visitor, draft, around, &error),
    }
}

/// Shows both sides, and a form that replaces the current state.
fn stale(
    pages: &DashboardState,
    visitor: &CurrentUser,
    typed: ToolsetDraft,
    around: ToolsetEditState,
    now: &ToolsetDraft,
) -> Response {
    let around = ToolsetEditState {
        problem: Some(
            "Nothing was saved, because someone else changed this toolset after you opened it. \
             Compare both versions below. Saving again replaces the current version."
                .to_owned(),
        ),
        clash: Some(ToolsetDiff::of(now, &typed)),
        ..around
    };
    let draft = ToolsetDraft {
        version: now.version,
        ..typed
    };
    draw(pages, visitor, StatusCode::CONFLICT, draft, around)
}

fn edit_state(
    view: &ToolsetDetails,
    visitor: &CurrentUser,
    odd: &[ToolsetMember],
    sent: ToolsetEditState,
) -> ToolsetEditState {
    ToolsetEditState {
        head: Some(ToolsetHeader::of(view, "edit", None, visitor)),
        odd: odd.iter().map(ToString::to_string).collect(),
        ..sent
    }
}
