//! What an environment is for, and how its endpoint writes.

use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Segment, Visitor, Wrong, see};
use candor_gateway::DeskError;
use candor_gateway::desk::EnvironmentEdit;
use candor_model::Role;
use http::Uri;

use super::fields::Fields;
use super::show::{Draft, draw};
use super::{PATH, path};
use crate::problem::Problem;
use crate::{name, version};

/// `POST /environments/{name}`
pub(crate) async fn edit(
    State(pages): State<Pages>,
    visitor: Visitor,
    Segment(text): Segment,
    uri: Uri,
    sent: Form,
) -> Result<Response, Wrong> {
    let name = name::environment(&text)?;
    let here = path(&name);
    visitor.check(&here, &sent)?;
    visitor.needs(Role::Admin, &here)?;
    let fields = Fields::typed(&sent);
    let read = version::read(&sent).and_then(|version| Ok((version, change(&fields)?)));
    let problem = match read {
        Err(problem) => problem,
        Ok((version, edit)) => {
            let author = visitor.author(sent.get("why"));
            let desk = pages.gateway.desk();
            match desk
                .edit_environment(&author, &name, edit, Some(version))
                .await
            {
                Ok(_) => return Ok(see(&format!("{here}?done=saved"))),
                Err(DeskError::Stale { .. }) => Problem::stale("this environment"),
                Err(error) => {
                    Problem::of(&error).map_err(|wrong| wrong.way(PATH, "Environments"))?
                }
            }
        }
    };
    let draft = Draft {
        fields: Some((fields, problem)),
        ..Draft::default()
    };
    draw(&pages, &visitor, &name, &uri, draft).await
}

fn change(fields: &Fields) -> Result<EnvironmentEdit, Problem> {
    Ok(EnvironmentEdit {
        description: Some(fields.description.trim().to_owned()),
        profile: Some(fields.profile()?),
        provenance: Some(fields.provenance()?),
    })
}
