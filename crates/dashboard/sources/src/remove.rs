//! `/sources/{name}/remove`: removing a source added in the dashboard, after a confirmation.

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, PathSegment, SiteSection, SubmittedForm,
    query, render_page, see_other,
};
use candor_gateway::EditError;
use candor_model::Role;
use http::StatusCode;

use crate::known_sources::{self, KnownSource};
use crate::paths;
use crate::tool_stats::{SourceStatsCache, SourceToolStats};

#[derive(Template)]
#[template(path = "source_remove.html")]
struct SourceRemovePage {
    frame: PageLayout,
    name: String,
    /// The page of the source.
    back: String,
    to: String,
    field: String,
    version: u64,
    /// How many tools are removed with it.
    tools: usize,
    /// Whether the configuration file has a source of the same name.
    hidden: bool,
    why: String,
    problem: Option<String>,
}

/// `GET /sources/{name}/remove`: asks for confirmation before a source is removed.
pub(crate) async fn ask(
    State(pages): State<DashboardState>,
    Extension(tally): Extension<SourceStatsCache>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
) -> Result<Response, PageError> {
    let name = paths::read(&name)?;
    visitor.needs(Role::Admin, &paths::to(&name, "remove"))?;
    let known = known_sources::one(&pages, &name)?;
    let numbers = tally.one(&pages.gateway.catalogue(), &name);
    draw(&visitor, &known, &numbers, StatusCode::OK, None)
}

/// `POST /sources/{name}/remove`: removes a source.
pub(crate) async fn remove(
    State(pages): State<DashboardState>,
    Extension(tally): Extension<SourceStatsCache>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    form: SubmittedForm,
) -> Result<Response, PageError> {
    let name = paths::read(&name)?;
    let here = paths::to(&name, "remove");
    visitor.check(&here, &form)?;
    visitor.needs(Role::Admin, &here)?;
    let version = form.get("version").and_then(|text| text.parse().ok());
    let why = form.get("why");
    let author = visitor.author(why.clone());
    let numbers = tally.one(&pages.gateway.catalogue(), &name);
    let editor = pages.gateway.editor();
    match editor.remove_source(&name, version, &author).await {
        Ok(()) => Ok(see_other(&query::with(paths::ALL, "done", "removed"))),
        Err(EditError::Stale { found, .. }) if found > 0 => {
            let problem = "Someone else changed this source after you opened the page, so it was \
                           not removed. Check the current state, and submit again if you still \
                           want to remove it.";
            let sent = Some((problem.to_owned(), why.unwrap_or_default()));
            let known = known_sources::one(&pages, &name)?;
            draw(&visitor, &known, &numbers, StatusCode::CONFLICT, sent)
        }
        Err(error @ EditError::Invalid(_)) => {
            let problem = format!("Nothing was removed: {error}.");
            let sent = Some((problem, why.unwrap_or_default()));
            let known = known_sources::one(&pages, &name)?;
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            draw(&visitor, &known, &numbers, status, sent)
        }
        Err(EditError::Unknown(_) | EditError::Stale { .. }) => Err(paths::unknown(name.as_str())),
        Err(error) => Err(PageError::refused(&error).link(paths::of(&name), "Back to the source")),
    }
}

fn draw(
    visitor: &CurrentUser,
    known: &KnownSource,
    numbers: &SourceToolStats,
    status: StatusCode,
    sent: Option<(String, String)>,
) -> Result<Response, PageError> {
    let name = &known.name;
    let Some(saved) = &known.saved else {
        let sentence = format!(
            "`{name}` is declared in the configuration file. Delete `[sources.{name}]` there."
        );
        let status = StatusCode::CONFLICT;
        let wrong = PageError::new(status, "This source cannot be removed here", sentence);
        return Err(wrong.link(paths::of(name), "Back to the source"));
    };
    let to = paths::to(name, "remove");
    let (problem, why) = sent.unzip();
    let view = SourceRemovePage {
        frame: PageLayout::of("Remove source", SiteSection::Sources, visitor),
        name: name.to_string(),
        back: paths::of(name),
        field: visitor.field(&to),
        to,
        version: saved.version,
        tools: if saved.hidden { 0 } else { numbers.served() },
        hidden: saved.hidden,
        why: why.unwrap_or_default(),
        problem,
    };
    Ok(render_page(status, &view))
}
