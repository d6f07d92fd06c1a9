//! Changing a toolset: its members, rules, name and settings.

use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Pages, Segment, Visitor, Wrong, query, see};
use candor_gateway::desk::ToolsetView;
use candor_gateway::{DeskError, Patience};
use candor_model::{Member, Role};
use http::StatusCode;

use crate::build::{self, Around, draw, taken};
use crate::clash::Clash;
use crate::draft::Draft;
use crate::head::Head;
use crate::{address, find};

/// `GET /toolsets/{name}/edit`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    visitor.needs(Role::Editor, &address::part(&name, "edit"))?;
    let view = find::view(&pages, &name).await?;
    let place = find::place(&pages, &view);
    if place.is_some() {
        // Its page says where it is changed.
        return Ok(see(&address::of(&name)));
    }
    let (draft, odd) = Draft::of(&view.toolset, view.version);
    let around = around(&view, &visitor, &odd, Around::default());
    Ok(draw(&pages, &visitor, StatusCode::OK, draft, around))
}

/// `POST /toolsets/{name}/edit`
pub(crate) async fn change(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    let here = address::part(&name, "edit");
    visitor.check(&here, &form)?;
    visitor.needs(Role::Editor, &here)?;
    pages.gateway.settled(Patience::Request).await;
    let (draft, sent, save) = taken(&form);
    let view = find::view(&pages, &name).await?;
    let (now, odd) = Draft::of(&view.toolset, view.version);
    let around = around(&view, &visitor, &odd, sent);
    if !save {
        return Ok(draw(&pages, &visitor, StatusCode::OK, draft, around));
    }
    let meant = match draft.read() {
        Ok(meant) => meant,
        Err(faults) => return Ok(build::unread(&pages, &visitor, draft, around, faults)),
    };
    let author = visitor.author(form.get("why"));
    let desk = pages.gateway.desk();
    // A form that does not say what it was made from was not made here; nothing is at version 0.
    let expected = Some(draft.version.unwrap_or_default());
    let edit = desk.edit_toolset(&author, &name, expected, |toolset| {
        meant.put(toolset);
        Ok(())
    });
    match edit.await {
        Ok(_) => {
            let to = address::of(meant.name());
            Ok(see(&query::with(&to, "done", "changed")))
        }
        Err(DeskError::Stale { .. }) => Ok(stale(&pages, &visitor, draft, around, &now)),
        Err(error) => build::refused(&pages, &visitor, draft, around, &error),
    }
}

/// Both sides, and a form that replaces what is there now.
fn stale(pages: &Pages, visitor: &Visitor, typed: Draft, around: Around, now: &Draft) -> Response {
    let around = Around {
        problem: Some(
            "Nothing was saved: somebody else has changed this toolset since you opened it. Below \
             is what is there now beside what you typed. Saving again replaces what is there."
                .to_owned(),
        ),
        clash: Some(Clash::of(now, &typed)),
        ..around
    };
    let draft = Draft {
        version: now.version,
        ..typed
    };
    draw(pages, visitor, StatusCode::CONFLICT, draft, around)
}

fn around(view: &ToolsetView, visitor: &Visitor, odd: &[Member], sent: Around) -> Around {
    Around {
        head: Some(Head::of(view, "edit", None, visitor)),
        odd: odd.iter().map(ToString::to_string).collect(),
        ..sent
    }
}
