//! `/`: everything at a glance.

mod health;
mod natures;
mod pace;
mod stock;
mod tiles;
mod waiting;

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use candor_frame::chart::{Shares, Timeline};
use candor_frame::{Frame, Pages, Section, Visitor, Wrong, now_micros, page, query};
use candor_gateway::DeskError;
use candor_model::Role;
use candor_store::{CallFilter, ChangeFilter, StoreError};
use http::{StatusCode, Uri};

use crate::audit::changes::Change;
use health::Health;
use pace::{Pace, Span};
use tiles::Tile;
use waiting::Waiting;

pub(crate) use stock::Counted;

/// Where it is.
const PATH: &str = "/";

/// How many of the last changes are shown.
const CHANGES: usize = 5;

#[derive(Template)]
#[template(path = "overview.html")]
struct View {
    frame: Frame,
    /// What to do first, as long as it has not been done.
    first: Option<First>,
    tiles: [Tile; 5],
    health: Health,
    natures: Shares,
    span: Span,
    calls: Timeline,
    /// The calls of the picture, in a sentence.
    sum: String,
    waiting: Vec<Waiting>,
    changes: Vec<Change>,
}

/// What to do first.
struct First {
    /// Whether there is nothing to call yet.
    no_source: bool,
    /// What a client is told to connect to.
    address: String,
}

/// `GET /`
pub(crate) async fn show(
    State(pages): State<Pages>,
    Extension(counted): Extension<Arc<Counted>>,
    visitor: Visitor,
    uri: Uri,
) -> Result<Response, Wrong> {
    visitor.needs(Role::Viewer, PATH)?;
    let span = Span::of(query::get(&uri, "span").as_deref());
    let failed = |error: StoreError| Wrong::failed(&error);
    let store = pages.gateway.store();
    let pace = Pace::read(store, span, now_micros())
        .await
        .map_err(failed)?;
    let filter = ChangeFilter {
        limit: CHANGES,
        ..ChangeFilter::default()
    };
    let changes = store.changes(&filter).await.map_err(failed)?.changes;
    let waiting = Waiting::newest(&pages).await;
    let waiting = waiting.map_err(|error: DeskError| Wrong::refused(&error))?;
    let catalogue = pages.gateway.catalogue();
    let sources = pages.gateway.sources();
    let stock = counted.now(&pages.gateway);
    let view = View {
        frame: Frame::of("Overview", Section::Overview, &visitor).wide(),
        first: First::of(&pages, sources.is_empty(), &pace).await?,
        tiles: tiles::all(&stock, visitor.waiting),
        health: Health::of(sources),
        natures: natures::of(&stock),
        span,
        calls: pace.timeline(),
        sum: pace.sum(),
        waiting,
        changes: Change::all(&changes, &catalogue),
    };
    Ok(page(StatusCode::OK, &view))
}

// === impl First ===

impl First {
    /// Nothing, once there is a source and something was called.
    async fn of(pages: &Pages, no_source: bool, pace: &Pace) -> Result<Option<Self>, Wrong> {
        if !no_source && !pace.is_empty() {
            return Ok(None);
        }
        let all = CallFilter::default();
        let known = pages.gateway.store().calls_page(&all, None, 1).await;
        let known = known.map_err(|error| Wrong::failed(&error))?;
        if !no_source && !known.calls.is_empty() {
            return Ok(None);
        }
        let url = pages.gateway.house().public_url.clone();
        Ok(Some(Self {
            no_source,
            address: format!("{}/mcp", url.unwrap_or_default()),
        }))
    }
}
