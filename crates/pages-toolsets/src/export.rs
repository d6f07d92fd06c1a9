//! A toolset as `candor toolset export` writes it, to be kept in a file.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_config::write_toolsets;
use candor_frame::{Frame, Pages, Section, Segment, Visitor, Wrong, page};
use candor_model::{Role, Toolset};
use http::StatusCode;

use crate::head::Head;
use crate::{address, find};

#[derive(Template)]
#[template(path = "export.html")]
struct View {
    frame: Frame,
    head: Head,
    toml: String,
    /// What is in it that cannot be seen.
    unseen: Vec<String>,
    /// How many more of these there are.
    more: usize,
}

/// How many characters are named.
const NAMED: usize = 12;

/// `GET /toolsets/{name}/export`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    visitor.needs(Role::Viewer, &address::part(&name, "export"))?;
    let view = find::view(&pages, &name).await?;
    let place = find::place(&pages, &view);
    let said = pages.gateway.desk().opinions().await;
    let said = said.map_err(|error| find::wrong(&error))?.into_iter();
    let said: Vec<_> = said.map(|entry| (entry.key, entry.opinion)).collect();
    let toolset = Toolset::clone(&view.toolset);
    // Notes for every toolset belong to none.
    let toml = write_toolsets(&[toolset], &said, &[]);
    let mut unseen = candor_card::unseen(&toml);
    let more = unseen.len().saturating_sub(NAMED);
    unseen.truncate(NAMED);
    let title = format!("Export {name}");
    let view = View {
        frame: Frame::of(&title, Section::Toolsets, &visitor),
        head: Head::of(&view, "export", place, &visitor),
        toml,
        unseen,
        more,
    };
    Ok(page(StatusCode::OK, &view))
}
