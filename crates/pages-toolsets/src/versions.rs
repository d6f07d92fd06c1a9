//! What a toolset was, from one change to the next, and how it becomes so again.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{
    Form, Frame, Moment, Pages, Section, Segment, Visitor, Wrong, now_micros, page, query, see,
};
use candor_gateway::desk::ToolsetView;
use candor_gateway::{DeskError, Patience};
use candor_model::{Role, Toolset};
use candor_store::ToolsetVersion;
use http::{StatusCode, Uri};

use crate::clash::{Clash, Field};
use crate::draft::Draft;
use crate::head::Head;
use crate::words::{counted, door};
use crate::{address, find};

#[derive(Template)]
#[template(path = "versions.html")]
struct View {
    frame: Frame,
    head: Head,
    to: String,
    /// What makes the forms ours; none for whoever may not.
    field: Option<String>,
    /// Whether it is gone.
    gone: bool,
    items: Vec<Item>,
}

/// One version.
struct Item {
    version: u64,
    at: Moment,
    who: String,
    door: &'static str,
    why: Option<String>,
    /// What it was, in numbers; none where it was deleted or got another name.
    what: Option<String>,
    current: bool,
    /// What it has that the one before had not, and the other way round.
    added: Vec<String>,
    removed: Vec<String>,
    fields: Vec<Field>,
    notes: bool,
}

/// `GET /toolsets/{name}/versions`
pub(crate) async fn list(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    let here = address::part(&name, "versions");
    visitor.needs(Role::Viewer, &here)?;
    let desk = pages.gateway.desk();
    let view = match desk.toolset(&name).await {
        Ok(view) => Some(view),
        Err(DeskError::Unknown(_)) => None,
        Err(error) => return Err(find::wrong(&error)),
    };
    let versions = match (desk.toolset_versions(&name).await, &view) {
        (Ok(versions), _) => versions,
        // What the file declares has no versions, but it is there.
        (Err(DeskError::Unknown(_)), Some(_)) => Vec::new(),
        (Err(error), _) => return Err(find::wrong(&error)),
    };
    let head = match &view {
        Some(view) => {
            let place = find::place(&pages, view);
            Head::of(view, "versions", place, &visitor)
        }
        None => Head::named(&name, "versions", &visitor),
    };
    let done = query::get(&uri, "done");
    let done = done.filter(|word| word == "deleted" && view.is_none());
    let done = done.map(|_| "The toolset was deleted. One of its versions can be brought back.");
    let title = format!("Versions of {name}");
    let shown = View {
        frame: Frame::of(&title, Section::Toolsets, &visitor).done(done),
        field: head.may().then(|| visitor.field(&here)),
        to: here,
        gone: view.is_none(),
        items: items(&versions, view.as_ref()),
        head,
    };
    Ok(page(StatusCode::OK, &shown))
}

/// `POST /toolsets/{name}/versions`
pub(crate) async fn restore(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    let here = address::part(&name, "versions");
    visitor.check(&here, &form)?;
    visitor.needs(Role::Editor, &here)?;
    let text = form.get("restore").unwrap_or_default();
    let Ok(version) = text.parse() else {
        let text: String = text.chars().take(60).collect();
        let sentence = format!("`{text}` is no version. Nothing was changed.");
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let wrong = Wrong::new(status, "The form says not which version is meant", sentence);
        return Err(wrong.way(here, "Its versions"));
    };
    pages.gateway.settled(Patience::Request).await;
    let author = visitor.author(form.get("why"));
    let restored = pages.gateway.desk();
    let restored = restored.restore_toolset(&author, &name, version).await;
    let restored = restored.map_err(|error| Wrong::refused(&error).way(here, "Its versions"))?;
    let to = address::of(&restored.toolset.name);
    Ok(see(&query::with(&to, "done", "restored")))
}

/// Newest first, each with what it changed.
fn items(versions: &[ToolsetVersion], view: Option<&ToolsetView>) -> Vec<Item> {
    let current = view.and_then(|view| view.version);
    let olders = versions.iter().skip(1).map(Some).chain([None]);
    let pairs = versions.iter().zip(olders);
    let items = pairs.map(|(one, older)| Item::of(one, older, current));
    items.collect()
}

// === impl Item ===

impl Item {
    fn of(version: &ToolsetVersion, older: Option<&ToolsetVersion>, current: Option<u64>) -> Self {
        let toolset = version.toolset.as_ref();
        let before = older.and_then(|older| older.toolset.as_ref());
        let (mut added, mut removed, mut fields, mut notes) =
            <(Vec<_>, Vec<_>, Vec<_>, _)>::default();
        if let (Some(toolset), Some(before)) = (toolset, before) {
            let clash = Clash::of(&draft(before), &draft(toolset));
            (added, removed, fields) = (clash.only_typed, clash.only_now, clash.fields);
            notes = toolset.notes != before.notes;
        }
        Self {
            version: version.version,
            at: Moment::seen(version.at_micros, now_micros()),
            who: version.author.name.clone(),
            door: door(version.author.door),
            why: version.author.why.clone(),
            what: toolset.map(what),
            current: current == Some(version.version),
            added,
            removed,
            fields,
            notes,
        }
    }
}

fn draft(toolset: &Toolset) -> Draft {
    Draft::of(toolset, None).0
}

fn what(toolset: &Toolset) -> String {
    let notes = toolset.notes.iter().map(|entry| entry.notes.len()).sum();
    let members = counted(toolset.members.len(), "member");
    format!("{members}, {}", counted(notes, "note"))
}
