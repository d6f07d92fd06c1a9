//! The tools of a toolset that have notes.

use askama::Template;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, ExternalText, PageError, PageLayout, SiteSection, query,
    render_page,
};
use candor_gateway::edit::ToolsetDetails;
use http::StatusCode;

use super::tool_with_notes::ToolWithNotes;
use crate::header::ToolsetHeader;
use crate::risk_view::NAME;
use crate::words::counted;
use crate::{lookup, member_lines, paths};

/// The most tools that are listed or suggested.
const TOOLS: usize = 100;

#[derive(Template)]
#[template(path = "notes.html")]
struct ToolsetNotesPage {
    frame: PageLayout,
    head: ToolsetHeader,
    to: String,
    noted: Vec<NotedToolRow>,
    more: usize,
    /// Tool names to suggest.
    names: Vec<String>,
    problem: Option<String>,
    asked: String,
}

struct NotedToolRow {
    to: String,
    name: ExternalText,
    count: String,
    served: bool,
}

/// The tools that have notes, and a form to open another tool.
pub(super) async fn list(
    pages: &DashboardState,
    visitor: &CurrentUser,
    view: &ToolsetDetails,
    status: StatusCode,
    asked: &str,
) -> Result<Response, PageError> {
    let place = lookup::place(pages, view);
    let to = paths::part(&view.toolset.name, "notes");
    let entries = &view.toolset.notes;
    let noted = entries.iter().take(TOOLS).map(|entry| {
        let key = entry.tool.to_string();
        let served = ToolWithNotes::of(view, &[], entry.tool.clone()).is_served();
        NotedToolRow {
            to: query::with(&to, "tool", &key),
            name: ExternalText::short(&key, NAME),
            count: counted(entry.notes.len(), "note"),
            served,
        }
    });
    let title = format!("Notes in {}", view.toolset.name);
    let names = view.tools.iter().take(TOOLS);
    let short: String = asked.chars().take(100).collect();
    let shown = ToolsetNotesPage {
        frame: PageLayout::of(&title, SiteSection::Toolsets, visitor),
        head: ToolsetHeader::of(view, "notes", place, visitor),
        noted: noted.collect(),
        more: entries.len().saturating_sub(TOOLS),
        names: names
            .filter_map(|one| member_lines::of_tool(&one.tool.name))
            .collect(),
        problem: (!asked.is_empty())
            .then(|| format!("`{short}` is not in this toolset. Add it to the toolset first.")),
        asked: short,
        to,
    };
    Ok(render_page(status, &shown))
}
