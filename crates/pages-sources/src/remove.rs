//! `/sources/{name}/remove`: what was added here is taken away, after a question.

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Form, Frame, Pages, Section, Segment, Visitor, Wrong, page, query, see};
use candor_gateway::DeskError;
use candor_model::Role;
use http::StatusCode;

use crate::numbers::{Numbers, Tally};
use crate::place;
use crate::saved::{self, Known};

#[derive(Template)]
#[template(path = "source_remove.html")]
struct View {
    frame: Frame,
    name: String,
    /// The page of the source.
    back: String,
    to: String,
    field: String,
    version: u64,
    /// How many tools go with it.
    tools: usize,
    /// Whether the file's of the same name stays.
    hidden: bool,
    why: String,
    problem: Option<String>,
}

/// `GET /sources/{name}/remove`
pub(crate) async fn ask(
    State(pages): State<Pages>,
    Extension(tally): Extension<Tally>,
    Segment(name): Segment,
    visitor: Visitor,
) -> Result<Response, Wrong> {
    let name = place::read(&name)?;
    visitor.needs(Role::Admin, &place::to(&name, "remove"))?;
    let known = saved::one(&pages, &name)?;
    let numbers = tally.one(&pages.gateway.catalogue(), &name);
    draw(&visitor, &known, &numbers, StatusCode::OK, None)
}

/// `POST /sources/{name}/remove`
pub(crate) async fn remove(
    State(pages): State<Pages>,
    Extension(tally): Extension<Tally>,
    Segment(name): Segment,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Wrong> {
    let name = place::read(&name)?;
    let here = place::to(&name, "remove");
    visitor.check(&here, &form)?;
    visitor.needs(Role::Admin, &here)?;
    let version = form.get("version").and_then(|text| text.parse().ok());
    let why = form.get("why");
    let author = visitor.author(why.clone());
    let numbers = tally.one(&pages.gateway.catalogue(), &name);
    let desk = pages.gateway.desk();
    match desk.remove_source(&name, version, &author).await {
        Ok(()) => Ok(see(&query::with(place::ALL, "done", "removed"))),
        Err(DeskError::Stale { found, .. }) if found > 0 => {
            let problem = "Somebody else changed this source since you opened the page, so it \
                           was not removed. Look at how it is now, and send this again if you \
                           still want it gone.";
            let sent = Some((problem.to_owned(), why.unwrap_or_default()));
            let known = saved::one(&pages, &name)?;
            draw(&visitor, &known, &numbers, StatusCode::CONFLICT, sent)
        }
        Err(error @ DeskError::Invalid(_)) => {
            let problem = format!("Nothing was removed: {error}.");
            let sent = Some((problem, why.unwrap_or_default()));
            let known = saved::one(&pages, &name)?;
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            draw(&visitor, &known, &numbers, status, sent)
        }
        Err(DeskError::Unknown(_) | DeskError::Stale { .. }) => Err(place::unknown(name.as_str())),
        Err(error) => Err(Wrong::refused(&error).way(place::of(&name), "Back to the source")),
    }
}

fn draw(
    visitor: &Visitor,
    known: &Known,
    numbers: &Numbers,
    status: StatusCode,
    sent: Option<(String, String)>,
) -> Result<Response, Wrong> {
    let name = &known.name;
    let Some(saved) = &known.saved else {
        let sentence = format!(
            "`{name}` is declared in the configuration. Take `[sources.{name}]` out of it and \
             start the gateway anew."
        );
        let status = StatusCode::CONFLICT;
        let wrong = Wrong::new(status, "This source cannot be removed here", sentence);
        return Err(wrong.way(place::of(name), "Back to the source"));
    };
    let to = place::to(name, "remove");
    let (problem, why) = sent.unzip();
    let view = View {
        frame: Frame::of("Remove a source", Section::Sources, visitor),
        name: name.to_string(),
        back: place::of(name),
        field: visitor.field(&to),
        to,
        version: saved.version,
        tools: if saved.hidden { 0 } else { numbers.served() },
        hidden: saved.hidden,
        why: why.unwrap_or_default(),
        problem,
    };
    Ok(page(status, &view))
}
