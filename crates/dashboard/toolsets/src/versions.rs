//! The versions of a toolset, and restoring one.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, DisplayTime, PageError, PageLayout, PathSegment, SiteSection,
    SubmittedForm, now_micros, query, render_page, see_other, wording::brief,
};
use candor_gateway::edit::ToolsetDetails;
use candor_gateway::records::ToolsetVersion;
use candor_gateway::{EditError, StartupWait};
use candor_model::{Role, Toolset};
use http::{StatusCode, Uri};

use crate::diff::{ToolsetDiff, ToolsetFieldDiff};
use crate::draft::ToolsetDraft;
use crate::header::ToolsetHeader;
use crate::words::{channel_phrase, counted};
use crate::{lookup, paths};

#[derive(Template)]
#[template(path = "versions.html")]
struct ToolsetVersionsPage {
    frame: PageLayout,
    head: ToolsetHeader,
    to: String,
    /// The CSRF token of the forms; none without permission.
    field: Option<String>,
    /// Whether the toolset was deleted.
    gone: bool,
    items: Vec<ToolsetVersionRow>,
}

struct ToolsetVersionRow {
    version: u64,
    at: DisplayTime,
    who: String,
    channel: &'static str,
    why: Option<String>,
    /// A summary; none if the toolset was deleted or renamed.
    what: Option<String>,
    current: bool,
    /// The members that this version added and removed.
    added: Vec<String>,
    removed: Vec<String>,
    fields: Vec<ToolsetFieldDiff>,
    notes: bool,
}

/// `GET /toolsets/{name}/versions`: lists the versions of a toolset.
pub(crate) async fn list(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    let here = paths::part(&name, "versions");
    visitor.needs(Role::Viewer, &here)?;
    let editor = pages.gateway.editor();
    let view = match editor.toolset(&name).await {
        Ok(view) => Some(view),
        Err(EditError::Unknown(_)) => None,
        Err(error) => return Err(lookup::wrong(&error)),
    };
    let versions = match (editor.toolset_versions(&name).await, &view) {
        (Ok(versions), _) => versions,
        // A toolset of the configuration file exists without versions.
        (Err(EditError::Unknown(_)), Some(_)) => Vec::new(),
        (Err(error), _) => return Err(lookup::wrong(&error)),
    };
    let head = match &view {
        Some(view) => {
            let place = lookup::place(&pages, view);
            ToolsetHeader::of(view, "versions", place, &visitor)
        }
        None => ToolsetHeader::named(&name, "versions", &visitor),
    };
    let done = query::get(&uri, "done");
    let done = done.filter(|word| word == "deleted" && view.is_none());
    let done = done.map(|_| "Toolset deleted. You can restore any of its versions.");
    let title = format!("Versions of {name}");
    let shown = ToolsetVersionsPage {
        frame: PageLayout::of(&title, SiteSection::Toolsets, &visitor).done(done),
        field: head.may().then(|| visitor.field(&here)),
        to: here,
        gone: view.is_none(),
        items: items(&versions, view.as_ref()),
        head,
    };
    Ok(render_page(StatusCode::OK, &shown))
}

/// `POST /toolsets/{name}/versions`: restores a version of a toolset.
pub(crate) async fn restore(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    let here = paths::part(&name, "versions");
    visitor.check(&here, &form)?;
    visitor.needs(Role::Editor, &here)?;
    let text = form.get("restore").unwrap_or_default();
    let Ok(version) = text.parse() else {
        let text = brief(&text);
        let sentence = format!("`{text}` is not a version. Nothing was changed.");
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let wrong = PageError::new(status, "The form does not name a version", sentence);
        return Err(wrong.link(here, "All versions"));
    };
    pages.gateway.settled(StartupWait::Request).await;
    let author = visitor.author(form.get("why"));
    let restored = pages.gateway.editor_for(&visitor.identity);
    let restored = restored.restore_toolset(&author, &name, version).await;
    let restored =
        restored.map_err(|error| PageError::refused(&error).link(here, "All versions"))?;
    let to = paths::of(&restored.toolset.name);
    Ok(see_other(&query::with(&to, "done", "restored")))
}

/// The versions, newest first, each with its changes.
fn items(versions: &[ToolsetVersion], view: Option<&ToolsetDetails>) -> Vec<ToolsetVersionRow> {
    let current = view.and_then(|view| view.number);
    let olders = versions.iter().skip(1).map(Some).chain([None]);
    let pairs = versions.iter().zip(olders);
    let items = pairs.map(|(one, older)| ToolsetVersionRow::of(one, older, current));
    items.collect()
}

// === impl ToolsetVersionRow ===

impl ToolsetVersionRow {
    fn of(version: &ToolsetVersion, older: Option<&ToolsetVersion>, current: Option<u64>) -> Self {
        let toolset = version.toolset.as_ref();
        let before = older.and_then(|older| older.toolset.as_ref());
        let (mut added, mut removed, mut fields, mut notes) =
            <(Vec<_>, Vec<_>, Vec<_>, _)>::default();
        if let (Some(toolset), Some(before)) = (toolset, before) {
            let clash = ToolsetDiff::of(&draft(before), &draft(toolset));
            (added, removed, fields) = (clash.only_typed, clash.only_now, clash.fields);
            notes = toolset.notes != before.notes;
        }
        Self {
            version: version.number,
            at: DisplayTime::seen(version.at_micros, now_micros()),
            who: version.author.name.clone(),
            channel: channel_phrase(version.author.channel),
            why: version.author.why.clone(),
            what: toolset.map(what),
            current: current == Some(version.number),
            added,
            removed,
            fields,
            notes,
        }
    }
}

fn draft(toolset: &Toolset) -> ToolsetDraft {
    ToolsetDraft::of(toolset, None).0
}

fn what(toolset: &Toolset) -> String {
    let notes = toolset.notes.iter().map(|entry| entry.notes.len()).sum();
    let members = counted(toolset.members.len(), "member");
    format!("{members}, {}", counted(notes, "note"))
}
