//! How clients reach an endpoint.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_frame::{Frame, Pages, Section, Segment, Visitor, Wrong, page, query};
use candor_gateway::Endpoint;
use candor_model::{EnvironmentName, Role, ToolsetName};
use http::{StatusCode, Uri};

use crate::client::{Goal, PLACEHOLDER, Recipe, VARIABLE, recipes};
use crate::head::Head;
use crate::{address, find};

/// What stands for the address where the gateway does not know its own.
const NOWHERE: &str = "http://127.0.0.1:7333";

#[derive(Template)]
#[template(path = "connect.html")]
struct View {
    frame: Frame,
    /// None for the plain endpoint.
    head: Option<Head>,
    url: String,
    /// Whether the address is a guess.
    guessed: bool,
    tokens: bool,
    variable: &'static str,
    placeholder: &'static str,
    /// The same endpoint in every environment.
    places: Vec<Place>,
    recipes: Vec<Shown>,
}

/// The endpoint in one environment, or in none.
struct Place {
    to: String,
    words: String,
    current: &'static str,
}

/// A recipe as it is shown.
struct Shown {
    recipe: Recipe,
    /// What to do, in pieces that alternate between words and names of files.
    how: Vec<Piece>,
}

struct Piece {
    text: &'static str,
    code: bool,
}

/// `GET /toolsets/connect`
pub(crate) async fn plain(
    State(pages): State<Pages>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, address::CONNECT)?;
    draw(&pages, &visitor, &uri, None).await
}

/// `GET /toolsets/{name}/connect`
pub(crate) async fn toolset(
    State(pages): State<Pages>,
    Segment(name): Segment,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    let name = find::name(&name)?;
    visitor.needs(Role::Viewer, &address::part(&name, "connect"))?;
    let view = find::view(&pages, &name).await?;
    let place = find::place(&pages, &view);
    let head = Head::of(&view, "connect", place, &visitor);
    draw(&pages, &visitor, &uri, Some((name, head))).await
}

async fn draw(
    pages: &Pages,
    visitor: &Visitor,
    uri: &Uri,
    toolset: Option<(ToolsetName, Head)>,
) -> Result<Response, Wrong> {
    let (name, head) = toolset.unzip();
    let here = name.as_ref().map_or_else(
        || address::CONNECT.to_owned(),
        |name| address::part(name, "connect"),
    );
    let known = environments(pages).await?;
    let environment = environment(uri, &known, &here)?;
    let endpoint = Endpoint {
        toolset: name,
        environment: environment.clone(),
    };
    let base = pages.gateway.house().public_url.as_deref();
    let goal = Goal {
        base: base.unwrap_or(NOWHERE),
        endpoint: &endpoint,
        tokens: pages.gateway.needs_tokens(),
    };
    let title = match &head {
        Some(head) => format!("Connect {}", head.name),
        None => "Connect a client".to_owned(),
    };
    let view = View {
        frame: Frame::of(&title, Section::Toolsets, visitor),
        url: goal.url(),
        guessed: base.is_none(),
        tokens: goal.tokens,
        variable: VARIABLE,
        placeholder: PLACEHOLDER,
        places: places(&known, environment.as_ref(), &here),
        recipes: recipes(&goal).into_iter().map(Shown::of).collect(),
        head,
    };
    Ok(page(StatusCode::OK, &view))
}

async fn environments(pages: &Pages) -> Result<Vec<EnvironmentName>, Wrong> {
    let views = pages.gateway.desk().environments().await;
    let views = views.map_err(|error| find::wrong(&error))?;
    Ok(views
        .into_iter()
        .map(|view| view.environment.name)
        .collect())
}

/// The environment that is asked for.
fn environment(
    uri: &Uri,
    known: &[EnvironmentName],
    here: &str,
) -> Result<Option<EnvironmentName>, Wrong> {
    let Some(text) = query::get(uri, "environment").filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let mut known = known.iter();
    if let Some(found) = known.find(|name| name.as_str() == text) {
        return Ok(Some(found.clone()));
    }
    let text: String = text.chars().take(60).collect();
    let sentence = format!("There is no environment `{text}`.");
    let wrong = Wrong::new(StatusCode::NOT_FOUND, "There is no such endpoint", sentence);
    Err(wrong.way(here, "Without an environment"))
}

fn places(known: &[EnvironmentName], chosen: Option<&EnvironmentName>, here: &str) -> Vec<Place> {
    if known.is_empty() {
        return Vec::new();
    }
    let current = |is: bool| if is { "page" } else { "false" };
    let none = Place {
        to: here.to_owned(),
        words: "no environment".to_owned(),
        current: current(chosen.is_none()),
    };
    let places = known.iter().map(|name| Place {
        to: query::with(here, "environment", name.as_str()),
        words: name.to_string(),
        current: current(chosen == Some(name)),
    });
    std::iter::once(none).chain(places).collect()
}

// === impl Shown ===

impl Shown {
    fn of(recipe: Recipe) -> Self {
        let pieces = recipe.how.split('`').enumerate();
        let how = pieces.map(|(at, text)| Piece {
            text,
            code: at % 2 == 1,
        });
        Self {
            how: how.filter(|piece| !piece.text.is_empty()).collect(),
            recipe,
        }
    }
}
