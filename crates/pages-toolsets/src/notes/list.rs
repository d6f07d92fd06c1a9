//! The tools of a toolset that have notes.

use askama::Template;
use axum::response::Response;
use candor_frame::{Frame, Outside, Pages, Section, Visitor, Wrong, page, query};
use candor_gateway::desk::ToolsetView;
use http::StatusCode;

use super::noticed::Noticed;
use crate::head::Head;
use crate::risk_view::NAME;
use crate::words::counted;
use crate::{address, find, line};

/// How many tools are listed, and how many are offered to choose from.
const TOOLS: usize = 100;

#[derive(Template)]
#[template(path = "notes.html")]
struct View {
    frame: Frame,
    head: Head,
    /// Where the form goes that chooses a tool.
    to: String,
    noted: Vec<NotedTool>,
    more: usize,
    /// Tools to choose from.
    names: Vec<String>,
    problem: Option<String>,
    asked: String,
}

/// A tool with notes.
struct NotedTool {
    to: String,
    name: Outside,
    count: String,
    served: bool,
}

/// The tools that have notes, and a way to those that have none.
pub(super) async fn list(
    pages: &Pages,
    visitor: &Visitor,
    view: &ToolsetView,
    status: StatusCode,
    asked: &str,
) -> Result<Response, Wrong> {
    let place = find::place(pages, view);
    let to = address::part(&view.toolset.name, "notes");
    let entries = &view.toolset.notes;
    let noted = entries.iter().take(TOOLS).map(|entry| {
        let key = entry.tool.to_string();
        let served = Noticed::of(view, &[], entry.tool.clone()).is_served();
        NotedTool {
            to: query::with(&to, "tool", &key),
            name: Outside::short(&key, NAME),
            count: counted(entry.notes.len(), "note"),
            served,
        }
    });
    let title = format!("Notes in {}", view.toolset.name);
    let names = view.tools.iter().take(TOOLS);
    let short: String = asked.chars().take(100).collect();
    let shown = View {
        frame: Frame::of(&title, Section::Toolsets, visitor),
        head: Head::of(view, "notes", place, visitor),
        noted: noted.collect(),
        more: entries.len().saturating_sub(TOOLS),
        names: names
            .filter_map(|one| line::of_tool(&one.tool.name))
            .collect(),
        problem: (!asked.is_empty())
            .then(|| format!("`{short}` is not in this toolset. Add it to the toolset first.")),
        asked: short,
        to,
    };
    Ok(page(status, &shown))
}
