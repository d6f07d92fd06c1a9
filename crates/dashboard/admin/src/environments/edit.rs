//! Editing the description and endpoint settings of an environment.

use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PathSegment, SubmittedForm, see_other,
};
use candor_gateway::EditError;
use candor_gateway::edit::EnvironmentEdit;
use candor_model::Role;
use http::Uri;

use super::environment_form::EnvironmentForm;
use super::show::{EnvironmentPageState, draw};
use super::{PATH, path};
use crate::form_error::FormError;
use crate::{form_version, path_name};

/// `POST /environments/{name}`: saves the settings of an environment.
pub(crate) async fn edit(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    PathSegment(text): PathSegment,
    uri: Uri,
    sent: SubmittedForm,
) -> Result<Response, PageError> {
    let name = path_name::environment(&text)?;
    let here = path(&name);
    visitor.check(&here, &sent)?;
    visitor.needs(Role::Admin, &here)?;
    let fields = EnvironmentForm::typed(&sent);
    let read = form_version::read(&sent).and_then(|version| Ok((version, change(&fields)?)));
    let problem = match read {
        Err(problem) => problem,
        Ok((version, edit)) => {
            let author = visitor.author(sent.get("why"));
            let editor = pages.gateway.editor();
            match editor
                .edit_environment(&author, &name, edit, Some(version))
                .await
            {
                Ok(_) => return Ok(see_other(&format!("{here}?done=saved"))),
                Err(EditError::Stale { .. }) => FormError::stale("this environment"),
                Err(error) => {
                    FormError::of(&error).map_err(|wrong| wrong.link(PATH, "Environments"))?
                }
            }
        }
    };
    let draft = EnvironmentPageState {
        fields: Some((fields, problem)),
        ..EnvironmentPageState::default()
    };
    draw(&pages, &visitor, &name, &uri, draft).await
}

fn change(fields: &EnvironmentForm) -> Result<EnvironmentEdit, FormError> {
    Ok(EnvironmentEdit {
        description: Some(fields.description.trim().to_owned()),
        profile: Some(fields.profile()?),
        provenance: Some(fields.provenance()?),
    })
}
