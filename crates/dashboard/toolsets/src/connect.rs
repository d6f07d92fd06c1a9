//! Setup instructions for the clients of an endpoint.

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use candor_dashboard_kit::{
    CurrentUser, DashboardState, PageError, PageLayout, PathSegment, SiteSection, query,
    render_page, wording::brief,
};
use candor_gateway::Endpoint;
use candor_model::{EnvironmentName, Role, ToolsetName};
use http::{StatusCode, Uri};

use crate::client_setup::{ClientSetup, ConnectTarget, PLACEHOLDER, VARIABLE, client_setups};
use crate::header::ToolsetHeader;
use crate::{lookup, paths};

/// The URL that is shown if the gateway does not know its public one.
const NOWHERE: &str = "http://127.0.0.1:7333";

#[derive(Template)]
#[template(path = "connect.html")]
struct ConnectPage {
    frame: PageLayout,
    /// None for the default endpoint.
    head: Option<ToolsetHeader>,
    url: String,
    /// Whether the URL is a guess.
    guessed: bool,
    tokens: bool,
    variable: &'static str,
    placeholder: &'static str,
    places: Vec<EndpointLink>,
    recipes: Vec<ClientSetupView>,
}

/// The endpoint in one environment, or in none.
struct EndpointLink {
    to: String,
    words: String,
    current: &'static str,
}

/// The instructions for one client.
struct ClientSetupView {
    recipe: ClientSetup,
    /// What to do, with file names as code.
    how: Vec<InstructionPiece>,
    /// The link that installs the server, where the URL is not a guess.
    link: Option<String>,
}

struct InstructionPiece {
    text: &'static str,
    code: bool,
}

/// `GET /toolsets/connect`: shows how clients connect to `/mcp`.
pub(crate) async fn plain(
    State(pages): State<DashboardState>,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    visitor.needs(Role::Viewer, paths::CONNECT)?;
    draw(&pages, &visitor, &uri, None).await
}

/// `GET /toolsets/{name}/connect`: shows how clients connect to a toolset.
pub(crate) async fn toolset(
    State(pages): State<DashboardState>,
    PathSegment(name): PathSegment,
    visitor: CurrentUser,
    uri: Uri,
) -> Result<Response, PageError> {
    let name = lookup::name(&name)?;
    visitor.needs(Role::Viewer, &paths::part(&name, "connect"))?;
    let view = lookup::view(&pages, &name).await?;
    let place = lookup::place(&pages, &view);
    let head = ToolsetHeader::of(&view, "connect", place, &visitor);
    draw(&pages, &visitor, &uri, Some((name, head))).await
}

async fn draw(
    pages: &DashboardState,
    visitor: &CurrentUser,
    uri: &Uri,
    toolset: Option<(ToolsetName, ToolsetHeader)>,
) -> Result<Response, PageError> {
    let (name, head) = toolset.unzip();
    let here = name.as_ref().map_or_else(
        || paths::CONNECT.to_owned(),
        |name| paths::part(name, "connect"),
    );
    let known = environments(pages).await?;
    let environment = environment(uri, &known, &here)?;
    let endpoint = Endpoint {
        toolset: name,
        environment: environment.clone(),
    };
    let settings = pages.gateway.policy_settings();
    let base = settings.public_url.as_deref();
    let goal = ConnectTarget {
        base: base.unwrap_or(NOWHERE),
        endpoint: &endpoint,
        tokens: pages.gateway.needs_tokens(),
    };
    let title = match &head {
        Some(head) => format!("Connect {}", head.name),
        None => "Connect a client".to_owned(),
    };
    let view = ConnectPage {
        frame: PageLayout::of(&title, SiteSection::Toolsets, visitor),
        url: goal.url(),
        guessed: base.is_none(),
        tokens: goal.tokens,
        variable: VARIABLE,
        placeholder: PLACEHOLDER,
        places: places(&known, environment.as_ref(), &here),
        recipes: client_setups(&goal)
            .into_iter()
            .map(|setup| ClientSetupView::of(setup, base.is_some()))
            .collect(),
        head,
    };
    Ok(render_page(StatusCode::OK, &view))
}

async fn environments(pages: &DashboardState) -> Result<Vec<EnvironmentName>, PageError> {
    let views = pages.gateway.editor().environments().await;
    let views = views.map_err(|error| lookup::wrong(&error))?;
    Ok(views
        .into_iter()
        .map(|view| view.environment.name)
        .collect())
}

/// The environment in the query.
fn environment(
    uri: &Uri,
    known: &[EnvironmentName],
    here: &str,
) -> Result<Option<EnvironmentName>, PageError> {
    let Some(text) = query::get(uri, "environment").filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let mut known = known.iter();
    if let Some(found) = known.find(|name| name.as_str() == text) {
        return Ok(Some(found.clone()));
    }
    let text = brief(&text);
    let sentence = format!("There is no environment `{text}`.");
    let wrong = PageError::new(StatusCode::NOT_FOUND, "Endpoint not found", sentence);
    Err(wrong.link(here, "Without an environment"))
}

fn places(
    known: &[EnvironmentName],
    chosen: Option<&EnvironmentName>,
    here: &str,
) -> Vec<EndpointLink> {
    if known.is_empty() {
        return Vec::new();
    }
    let current = |is: bool| if is { "page" } else { "false" };
    let none = EndpointLink {
        to: here.to_owned(),
        words: "No environment".to_owned(),
        current: current(chosen.is_none()),
    };
    let places = known.iter().map(|name| EndpointLink {
        to: query::with(here, "environment", name.as_str()),
        words: name.to_string(),
        current: current(chosen == Some(name)),
    });
    std::iter::once(none).chain(places).collect()
}

// === impl ClientSetupView ===

impl ClientSetupView {
    fn of(mut recipe: ClientSetup, linked: bool) -> Self {
        let pieces = recipe.how.split('`').enumerate();
        let how = pieces.map(|(at, text)| InstructionPiece {
            text,
            code: at % 2 == 1,
        });
        Self {
            how: how.filter(|piece| !piece.text.is_empty()).collect(),
            link: recipe.link.take().filter(|_| linked),
            recipe,
        }
    }
}
