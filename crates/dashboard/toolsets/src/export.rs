//! A toolset in the format of `candor toolset export`.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_config::write_toolsets;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, PathSegment, SiteSection, render_page,
};
use candor_model::{Role, Toolset};
use http::StatusCode;

use crate::header::ToolsetHeader;
use crate::{lookup, paths};

#[derive(Template)]
#[template(path = "export.html")]
struct ToolsetExportPage {
    frame: PageLayout,
    head: ToolsetHeader,
    toml: String,
    /// The names of invisible characters in the text.
    unseen: Vec<String>,
    /// How many more there are.
    more: usize,
}

/// The most characters that are named.
const NAMED: usize = 12;

/// `GET /toolsets/{name}/export`: shows a toolset as TOML.
pub(crate) async fn show(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    visitor.needs(Role::Viewer, &paths::part(&name, "export"))?;
    let view = lookup::view(&pages, &name).await?;
    let place = lookup::place(&pages, &view);
    let said = pages.gateway.editor().opinions().await;
    let said = said.map_err(|error| lookup::wrong(&error))?.into_iter();
    let said: Vec<_> = said.map(|entry| (entry.key, entry.opinion)).collect();
    let toolset = Toolset::clone(&view.toolset);
    // Notes for all toolsets are not part of one.
    let toml = write_toolsets(&[toolset], &said, &[]);
    let mut unseen = candor_text::hidden_characters(&toml);
    let more = unseen.len().saturating_sub(NAMED);
    unseen.truncate(NAMED);
    let title = format!("Export {name}");
    let view = ToolsetExportPage {
        frame: PageLayout::of(&title, SiteSection::Toolsets, &visitor),
        head: ToolsetHeader::of(&view, "export", place, &visitor),
        toml,
        unseen,
        more,
    };
    Ok(render_page(StatusCode::OK, &view))
}
